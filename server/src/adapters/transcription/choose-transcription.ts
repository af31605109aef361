import { AdapterError } from '../../core/adapter-error.ts';
import type { BookUsage } from '../lines/book-usage.ts';
import { createVendorWatch, type Refusal } from '../lines/watch-vendor.ts';
import type { Sound, Speech, SpeechCause, Transcriber, Transcription } from './port.ts';
import { testTone } from './test-tone.ts';

type Deps = {
  /** The vendor in the settings: null while none is chosen, none while its account is not complete. */
  readVendors: () => Promise<readonly Transcriber[] | null>;
  /** Seconds that a learner waits for their words. */
  readWait: () => Promise<number>;
  /** Whether vendors cost as much today as they may. */
  isSpent: () => Promise<boolean>;
  book: BookUsage;
  alarm: (refusal: Refusal | null) => Promise<void>;
  isRefused: () => Promise<boolean>;
  clock: () => Date;
  log: { warn: (fields: object, message: string) => void };
};

const failureOf = (error: unknown): string => (error instanceof AdapterError ? (error.reason ?? error.code) : 'error');

/** A vendor that answered and refused wrote nothing; one that did not answer may count what it received. */
const isBillable = (failure: string | null): boolean => failure === null || failure === 'timeout';

/** The vendor in the settings. Picks up changes at once; a refused account and an outage are left alone as those of a chat service. */
export function createChosenTranscription(deps: Deps): Transcription {
  const { readVendors, log } = deps;
  const watch = createVendorWatch({
    clock: deps.clock,
    alarm: (refusal) =>
      deps
        .alarm(refusal)
        .catch((error: unknown) => log.warn({ err: error }, 'an alarm of a transcription service was not kept')),
  });

  async function write(
    vendor: Transcriber,
    { sound, language, cause }: { sound: Sound; language: string; cause: SpeechCause | null },
  ): Promise<Speech> {
    const begun = performance.now();
    let failure: string | null = null;
    let id = '';
    try {
      const speech = await vendor.write({ sound, language, timeout_ms: (await deps.readWait()) * 1000 });
      ({ id } = speech);
      await watch.noteReached(vendor);
      return speech;
    } catch (error) {
      failure = failureOf(error);
      await watch.noteFailed(vendor, error);
      throw error;
    } finally {
      const ms = Math.round(performance.now() - begun);
      await deps
        .book({
          purpose: cause ? 'stt' : 'test',
          vendor: vendor.name,
          model: vendor.model,
          audio_ms: isBillable(failure) ? sound.ms : 0,
          is_estimated: false,
          failure,
          ms_first: null,
          ms_total: ms,
          vendor_id: id,
          cause,
        })
        .catch((error: unknown) => log.warn({ err: error }, 'a call to a transcription service was not booked'));
    }
  }

  return {
    async vendor() {
      const [vendor] = (await readVendors()) ?? [];
      return vendor && !watch.isPaused(vendor) && !(await deps.isSpent()) ? vendor : null;
    },
    async hear(sound, language, cause) {
      const [vendor] = (await readVendors()) ?? [];
      if (!vendor || (await deps.isSpent()) || !watch.mayCall(vendor))
        throw new AdapterError('unavailable', { reason: 'resting' });
      return write(vendor, { sound, language, cause });
    },
    isRefused: deps.isRefused,
    isSetUp: async () => (await readVendors())?.length !== 0,
    async test() {
      const vendors = await readVendors();
      if (vendors === null) return { id: '' };
      const [vendor] = vendors;
      if (!vendor) throw new AdapterError('config_invalid', { reason: 'incomplete' });
      const { id } = await write(vendor, { sound: testTone(), language: 'en', cause: null });
      return { id };
    },
  };
}
