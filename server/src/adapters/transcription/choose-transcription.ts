import type { AiService } from '../http-client/ai-service.ts';
import { callVendor } from '../http-client/call-vendor.ts';
import type { RecordedSound, TranscribedSpeech, TranscriptionCause, Transcriber, Transcription } from './port.ts';
import { testTone } from './test-tone.ts';

type Deps = {
  service: AiService<Transcriber>;
  /** Seconds that a learner waits for their words. */
  readWait: () => Promise<number>;
};

/** The vendors in the settings, one after the other; a refused account and an outage are left alone as those of a chat service. */
export function createChosenTranscription({ service, readWait }: Deps): Transcription {
  const write = (
    vendor: Transcriber,
    { sound, language, cause }: { sound: RecordedSound; language: string; cause: TranscriptionCause | null },
  ): Promise<TranscribedSpeech> =>
    callVendor(
      {
        vendor,
        purpose: cause ? 'stt' : 'test',
        cause,
        amounts: { audio_ms: sound.ms },
        run: async () => vendor.write({ sound, language, timeout_ms: (await readWait()) * 1000 }),
      },
      service,
    );

  return {
    async vendors(memberId) {
      return (await service.find({ purpose: 'stt', member_id: memberId })) === null ? [] : service.chosen();
    },
    hear: (sound, language, cause) =>
      service.inTurn({ purpose: 'stt', member_id: cause.member_id }, (vendor) =>
        write(vendor, { sound, language, cause }),
      ),
    isRefused: service.isRefused,
    isSetUp: service.isSetUp,
    async test(place) {
      const vendor = await service.toTest(place);
      if (!vendor) return { id: '' };
      const { id } = await write(vendor, { sound: testTone(), language: 'en', cause: null });
      return { id };
    },
  };
}
