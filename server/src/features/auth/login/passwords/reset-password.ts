import { userStatus } from '@kaike/shared/domain/people/user-status';
import type * as forgotPassword from '@kaike/shared/contracts/auth/forgot-password';
import { AppError } from '../../../../core/app-error.ts';
import type { Call } from '../../../../core/call.ts';
import { checkCode, consumeCode } from '../codes/check-code.ts';
import { sendCodeIfKnown } from '../codes/send-code.ts';
import { assertOwnsNumber } from '../numbers/idle-number.ts';
import { resetFailures } from '../login-throttle.ts';
import { assertMayLogIn, findAccount, parseLoginName, savePassword } from '../users.store.ts';
import { checkNewPasswordOf } from './check-new-password.ts';
import { hashPassword } from './password-hash.ts';
import type { CallOf } from '../../../../core/call.ts';

type ResetRequest = { username: string; verify: string; channel: 'sms' | 'mail' };
/** Sends a code to a mobile number or mailbox if it belongs to an account that may log in; the response does not reveal which. */
export async function sendResetCode(call: Call, request: ResetRequest): Promise<{ wait: number; message: string }> {
  const name = parseLoginName(request.username);
  const account = await findAccount(call.ctx.db, name);
  const result = await sendCodeIfKnown(call, {
    purpose: 'reset',
    channel: request.channel,
    receiver: name.value,
    verify: request.verify,
    is_known: account?.status === userStatus.effective,
  });
  return { ...result, message: call.t('sign_in.reset_code_sent') };
}

/** Sets a new password by a code and ends every session; an unknown account fails like a wrong code. */
export async function resetPassword(
  call: CallOf<typeof forgotPassword.resetPassword>,
): Promise<{ message: string; redirect: string }> {
  const body = call.body;
  const { ctx } = call;
  const name = parseLoginName(body.username);
  const codeId = await checkCode(ctx, { purpose: 'reset', receiver: name.value, code: body.message_code });
  const account = await findAccount(ctx.db, name);
  if (!account) throw new AppError('auth.code_wrong', { field: 'message_code' });
  // Only a mailbox stays with its owner.
  if (name.kind === 'mobile') await assertOwnsNumber(call, account.id);
  assertMayLogIn(account);
  await checkNewPasswordOf(ctx, ctx.db, account.id, body.password);
  const hash = await hashPassword(body.password);
  await ctx.db.transaction().execute(async (trx) => {
    await consumeCode(ctx, trx, codeId);
    await savePassword(trx, { user_id: account.id, hash, now: ctx.clock() });
    await call.sessions.revoke(trx, { user_id: account.id, reason: 'password_reset' });
  });
  await resetFailures(ctx, { name, ip: call.ip });
  return { message: call.t('sign_in.password_reset'), redirect: '/open/login' };
}
