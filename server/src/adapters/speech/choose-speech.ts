import type { AiService } from '../lines/ai-service.ts';
import type { SpeechService } from './port.ts';
import { speakByVendor } from './speak-by-vendor.ts';
import type { SpeechVendor } from './vendor.ts';

const testText = 'Hello.';

/** The vendor in the settings. */
export function createChosenSpeech(service: AiService<SpeechVendor>): SpeechService {
  return {
    // Also while it rests: what it spoke before can be heard.
    async voice() {
      const vendor = await service.chosen();
      return vendor ? { provider: vendor.name, model: vendor.model, name: vendor.voice } : null;
    },
    async speak({ text, voice }, cause) {
      const vendor = await service.take({ purpose: 'tts', member_id: cause?.member_id });
      return (await speakByVendor({ vendor, text, voice, purpose: 'tts', cause }, service)).sound;
    },
    isSetUp: service.isSetUp,
    async test() {
      const vendor = await service.toTest();
      if (!vendor) return { id: '' };
      const call = { vendor, text: testText, voice: vendor.voice, purpose: 'test', cause: null } as const;
      return { id: (await speakByVendor(call, service)).id };
    },
    isRefused: service.isRefused,
  };
}
