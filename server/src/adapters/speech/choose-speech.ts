import { AdapterError } from '../../core/adapter-error.ts';
import type { BookUsage } from '../lines/book-usage.ts';
import { createVendorWatch, type Refusal } from '../lines/watch-vendor.ts';
import type { SpeechService } from './port.ts';
import { speakByVendor } from './speak-by-vendor.ts';
import type { SpeechVendor } from './vendor.ts';

type Deps = {
  /** The vendor in the settings: null while none is chosen, none while its account is not complete. */
  readVendors: () => Promise<readonly SpeechVendor[] | null>;
  /** Whether vendors have cost today what they may. */
  isSpent: () => Promise<boolean>;
  book: BookUsage;
  alarm: (refusal: Refusal | null) => Promise<void>;
  isRefused: () => Promise<boolean>;
  clock: () => Date;
  log: { warn: (fields: object, message: string) => void };
};

const testText = 'Hello.';

/** The vendor in the settings. Picks up changes at once. */
export function createChosenSpeech(deps: Deps): SpeechService {
  const { readVendors, log } = deps;
  // What a vendor did is done, whether it can be noted or not.
  const watch = createVendorWatch({
    clock: deps.clock,
    alarm: (refusal) =>
      deps
        .alarm(refusal)
        .catch((error: unknown) => log.warn({ err: error }, 'an alarm of a speech service was not kept')),
  });
  const book: BookUsage = (usage) =>
    deps.book(usage).catch((error: unknown) => log.warn({ err: error }, 'a call to a speech service was not booked'));
  const findVendor = async (): Promise<SpeechVendor | undefined> => (await readVendors())?.[0];

  return {
    async voice() {
      const vendor = await findVendor();
      return vendor ? { provider: vendor.name, model: vendor.model, name: vendor.voice } : null;
    },
    async speak({ text, voice }, cause) {
      const vendor = await findVendor();
      if (!vendor || (await deps.isSpent()) || !watch.mayCall(vendor))
        throw new AdapterError('unavailable', { reason: 'resting' });
      return (await speakByVendor({ vendor, text, voice, purpose: 'tts', cause }, { watch, book })).sound;
    },
    isSetUp: async () => (await readVendors())?.length !== 0,
    async test() {
      const vendors = await readVendors();
      if (vendors === null) return { id: '' };
      const [vendor] = vendors;
      if (!vendor) throw new AdapterError('config_invalid', { reason: 'incomplete' });
      const call = { vendor, text: testText, voice: vendor.voice, purpose: 'test', cause: null } as const;
      return { id: (await speakByVendor(call, { watch, book })).id };
    },
    isRefused: deps.isRefused,
  };
}
