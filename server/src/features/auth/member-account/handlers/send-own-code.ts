import type * as account from '@kaike/shared/contracts/auth/account';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { sendCode } from '../../login/public.ts';

/** Sends a code to the account's current number, or to its new one. */
export async function sendOwnCode(
  call: MemberCallOf<typeof account.sendOwnCode>,
): Promise<ResponseOf<typeof account.sendOwnCode>> {
  const { purpose, mobile_phone: newMobile, verify } = call.body;
  const { mobile_phone: own } = await call.ctx.db
    .selectFrom('users')
    .select('mobile_phone')
    .where('id', '=', call.actor.user_id)
    .executeTakeFirstOrThrow();
  const receiver = purpose === 'verify' ? own : newMobile;
  assert(receiver, 'request.invalid', { failures: { mobile_phone: [{ rule: 'required', params: [] }] } });
  // A taken number is reported only once its owner has proved to hold it.
  const result = await sendCode(call, {
    purpose: purpose === 'verify' ? 'verify' : 'update_mobile',
    channel: 'sms',
    receiver,
    verify,
  });
  return { ...result, message: call.t('sign_in.code_sent') };
}
