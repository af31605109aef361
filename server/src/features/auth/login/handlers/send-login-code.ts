import type * as auth from '@kaike/shared/contracts/auth/auth';
import { sendCodeIfKnown } from '../codes/send-code.ts';
import { findAccount } from '../users.store.ts';
import type { CallOf } from '../../../../core/call.ts';

export async function sendLoginCode(call: CallOf<typeof auth.sendLoginCode>) {
  const { mobile_phone: receiver, verify } = call.body;
  const account = await findAccount(call.ctx.db, { kind: 'mobile', value: receiver });
  const result = await sendCodeIfKnown(call, {
    purpose: 'login',
    channel: 'sms',
    receiver,
    verify,
    is_known: account !== null,
  });
  return { ...result, message: call.t('sign_in.login_code_sent') };
}
