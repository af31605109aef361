import { mobileBounce, smsState, type MobileBounce } from '@kaike/shared/domain/messaging/sms-state';
import { smsParts } from '@kaike/shared/domain/messaging/sms-parts';
import { markRefused } from '../../core/messages/bounced-mobiles.ts';
import type { SettingStore } from '../../core/settings/settings.ts';
import type { Db } from '../../db/pool.ts';
import type { AdapterError } from '../../core/adapter-error.ts';
import type { SmsMessage } from './port.ts';
import type { SmsVendor } from './vendor.ts';

export type SmsOutcome = {
  vendor: SmsVendor['name'];
  message: SmsMessage;
  result: { id: string } | AdapterError;
};

/** Reasons of a refusal that are about the number, whatever the message. */
const bounces = new Map<string | undefined, MobileBounce>([
  ['mobile_illegal', mobileBounce.illegal],
  ['mobile_blacklisted', mobileBounce.blacklisted],
]);

/** Records what a vendor said to a message; refused ones cost nothing. A number that the vendor refuses is marked. */
export function createSmsRecorder({ db, settings, clock }: { db: Db; settings: SettingStore; clock: () => Date }) {
  return async ({ vendor, message, result }: SmsOutcome): Promise<void> => {
    const parts = smsParts(message.text);
    const price = await settings.get('sms_price');
    const outcome =
      'id' in result
        ? {
            state: smsState.accepted,
            message_id: result.id,
            cost: price > 0 ? Math.round(price * parts * 1000) / 1000 : null,
          }
        : { state: smsState.refused, reason: result.reason ?? result.code };
    await db
      .insertInto('sms_messages')
      .values({ created_at: clock(), vendor, purpose: message.purpose, mobile_phone: message.to, parts, ...outcome })
      .execute();
    const bounce = 'id' in result ? undefined : bounces.get(result.reason);
    if (bounce) await markRefused(db, { mobile: message.to, reason: bounce, now: clock() });
  };
}
