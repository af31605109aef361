import { AdapterError } from '../../core/adapter-error.ts';
import type { AiService } from '../lines/ai-service.ts';
import type { Sound, Speech, SpeechCause, Transcriber, Transcription } from './port.ts';
import { testTone } from './test-tone.ts';

type Deps = {
  service: AiService<Transcriber>;
  /** Seconds that a learner waits for their words. */
  readWait: () => Promise<number>;
};

const failureOf = (error: unknown): string => (error instanceof AdapterError ? (error.reason ?? error.code) : 'error');

/** A vendor that answered and refused wrote nothing; one that did not answer may count what it received. */
const isBillable = (failure: string | null): boolean => failure === null || failure === 'timeout';

/** The vendor in the settings; a refused account and an outage are left alone as those of a chat service. */
export function createChosenTranscription({ service, readWait }: Deps): Transcription {
  async function write(
    vendor: Transcriber,
    { sound, language, cause }: { sound: Sound; language: string; cause: SpeechCause | null },
  ): Promise<Speech> {
    const begun = performance.now();
    let failure: string | null = null;
    let id = '';
    try {
      const speech = await vendor.write({ sound, language, timeout_ms: (await readWait()) * 1000 });
      ({ id } = speech);
      await service.watch.noteReached(vendor);
      return speech;
    } catch (error) {
      failure = failureOf(error);
      await service.watch.noteFailed(vendor, error);
      throw error;
    } finally {
      const ms = Math.round(performance.now() - begun);
      await service.book({
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
      });
    }
  }

  return {
    vendor: (memberId) => service.find({ purpose: 'stt', member_id: memberId }),
    hear: async (sound, language, cause) =>
      write(await service.take({ purpose: 'stt', member_id: cause.member_id }), { sound, language, cause }),
    isRefused: service.isRefused,
    isSetUp: service.isSetUp,
    async test() {
      const vendor = await service.toTest();
      if (!vendor) return { id: '' };
      const { id } = await write(vendor, { sound: testTone(), language: 'en', cause: null });
      return { id };
    },
  };
}
