import type { AiService } from '../http-client/ai-service.ts';
import { callVendor } from '../http-client/call-vendor.ts';
import type { ModerationCause, ModerationService } from './port.ts';
import type { ModerationVendor } from './vendor.ts';

const testText = 'The weather is nice today.';

/** The vendors in the settings, one after the other. */
export function createChosenModeration(
  service: AiService<ModerationVendor>,
  log: { warn: (fields: object, message: string) => void },
): Omit<ModerationService, 'minor_wait_ms'> {
  const judgeBy = (
    vendor: ModerationVendor,
    words: Parameters<ModerationVendor['judge']>[0],
    on: { purpose: 'moderation' | 'test'; cause: ModerationCause | null },
  ) => callVendor({ vendor, ...on, amounts: { calls: 1 }, run: () => vendor.judge(words) }, service);

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
        const payer = { purpose: 'moderation', member_id: cause?.member_id } as const;
        if ((await service.find(payer)) === null) return null;
        return await service.inTurn(payer, (vendor) => judgeBy(vendor, words, { purpose: 'moderation', cause }));
      } catch (error) {
        log.warn({ err: error, ...cause }, 'a moderation service did not judge');
        return null;
      }
    },
    isSetUp: service.isSetUp,
    async test(place) {
      const vendor = await service.toTest(place);
      if (!vendor) return { id: '' };
      const words = { text: testText, direction: 'input' } as const;
      return { id: (await judgeBy(vendor, words, { purpose: 'test', cause: null })).id };
    },
    isRefused: service.isRefused,
  };
}
