import type { AiService } from '../lines/ai-service.ts';
import { judgeByVendor } from './judge-by-vendor.ts';
import type { ModerationService } from './port.ts';
import type { ModerationVendor } from './vendor.ts';

const testText = 'The weather is nice today.';

/** The vendor in the settings. */
export function createChosenModeration(
  service: AiService<ModerationVendor>,
  log: { warn: (fields: object, message: string) => void },
): ModerationService {
  return {
    isOn: () =>
      service.find({ purpose: 'moderation' }).then(
        (vendor) => vendor !== null,
        (error: unknown) => {
          log.warn({ err: error }, 'a moderation service cannot be used');
          return false;
        },
      ),
    async judge(words, cause) {
      try {
        const vendor = await service.find({ purpose: 'moderation', member_id: cause?.member_id });
        if (!vendor || !service.watch.mayCall(vendor)) return null;
        return await judgeByVendor({ vendor, ...words, purpose: 'moderation', cause }, service);
      } catch (error) {
        log.warn({ err: error, ...cause }, 'a moderation service did not judge');
        return null;
      }
    },
    isSetUp: service.isSetUp,
    async test() {
      const vendor = await service.toTest();
      if (!vendor) return { id: '' };
      const call = { vendor, text: testText, direction: 'input', purpose: 'test', cause: null } as const;
      return { id: (await judgeByVendor(call, service)).id };
    },
    isRefused: service.isRefused,
  };
}
