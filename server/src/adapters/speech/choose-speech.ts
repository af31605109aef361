import { AdapterError } from '../../core/adapter-error.ts';
import type { AiService } from '../http-client/ai-service.ts';
import { callVendor } from '../http-client/call-vendor.ts';
import type { SpokenSound, SpeechCause, SpeechService } from './port.ts';
import { detectSound } from './sound-type.ts';
import type { SpeechVendor } from './vendor.ts';

const testText = 'Hello.';

type Speech = Parameters<SpeechVendor['speak']>[0];

/** Bytes that are no sound are no answer. */
async function readSpeech(vendor: SpeechVendor, speech: Speech): Promise<{ sound: SpokenSound; id: string }> {
  const { bytes, id } = await vendor.speak(speech);
  const sound = detectSound(bytes);
  if (!sound) throw new AdapterError('bad_response', { reason: 'no_sound' });
  return { sound, id };
}

/** The vendors in the settings, one after the other. */
export function createChosenSpeech(service: AiService<SpeechVendor>): SpeechService {
  const speakBy = (vendor: SpeechVendor, speech: Speech, on: { purpose: 'tts' | 'test'; cause: SpeechCause }) =>
    callVendor(
      { vendor, ...on, amounts: { characters: [...speech.text].length }, run: () => readSpeech(vendor, speech) },
      service,
    );

  return {
    // Also while it rests: what it spoke before can be heard.
    async voices() {
      const vendors = await service.chosen();
      return vendors.map(({ name: provider, model, voice: name, account }) => ({ provider, model, name, account }));
    },
    async speak({ account, ...speech }, cause) {
      const payer = { purpose: 'tts', member_id: cause?.member_id } as const;
      const vendor = (await service.callable(payer)).find((one) => one.account === account);
      if (!vendor || !service.watch.mayCall(vendor)) throw await service.obstacle(payer);
      return (await speakBy(vendor, speech, { purpose: 'tts', cause })).sound;
    },
    isSetUp: service.isSetUp,
    async test(place) {
      const vendor = await service.toTest(place);
      if (!vendor) return { id: '' };
      const speech = { text: testText, voice: vendor.voice };
      return { id: (await speakBy(vendor, speech, { purpose: 'test', cause: null })).id };
    },
    isRefused: service.isRefused,
  };
}
