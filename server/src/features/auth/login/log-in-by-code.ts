import type { LogInWay } from '@kaike/shared/domain/auth/log-ins';
import { assert, AppError } from '../../../core/app-error.ts';
import type { HttpReply } from '../../../core/respond.ts';
import type { Call } from '../../../core/call.ts';
import { consumeCode, checkCode } from './codes/check-code.ts';
import { insertMember } from './joining/insert-member.ts';
import { queueFailedLogIn } from './log-entries/failed-log-ins.ts';
import { logNewAccount } from './log-entries/log-ins.ts';
import { claimNumber } from './numbers/change-number.ts';
import { isNumberIdle, assertOwnsNumber } from './numbers/idle-number.ts';
import { type SignedIn, openSession, answerSignedIn } from './open-session.ts';
import { type LoginName, type LoginAccount, findAccount } from './users.store.ts';
import { type LogInBody, checkGuess, checkMayLogIn, signIn } from './log-in-by-password.ts';

/** Opens a new account for whoever holds the number today; the idle one that had it keeps everything else. */
async function startAnew(
  call: Call,
  { body, codeId }: { body: LogInBody; codeId: number },
): Promise<HttpReply<SignedIn>> {
  const { ctx } = call;
  const [mobile, remember] = [body.mobile_phone ?? '', body.remember ?? false];
  assert(await ctx.settings.get('register_open'), 'auth.register_closed');
  if (body.agree !== true)
    throw new AppError('request.invalid', { failures: { agree: [{ rule: 'agree', params: [] }] } });
  const session = await ctx.db.transaction().execute(async (trx) => {
    await consumeCode(ctx, trx, codeId);
    assert(await claimNumber(ctx, trx, mobile), 'auth.mobile_taken', { field: 'mobile_phone' });
    const joining = { hash: null, agency_id: null, source: 'register', now: ctx.clock() } as const;
    const userId = await insertMember(trx, { mobile_phone: mobile }, joining);
    const session = await openSession(call, trx, { user_id: userId, is_admin: false, remember, way: null });
    await logNewAccount(trx, call, { user_id: userId, way: 'code' });
    return session;
  });
  return answerSignedIn(call, session, { remember, back_url: body.back_url });
}

/** The id of the matching code; a wrong one is logged. */
async function checkLoginCode(
  call: Call,
  { name, account, code }: { name: LoginName; account: LoginAccount | null; code: string },
): Promise<number> {
  try {
    return await checkCode(call.ctx, { purpose: 'login', receiver: name.value, code });
  } catch (error) {
    if (error instanceof AppError && error.code === 'auth.code_wrong')
      await queueFailedLogIn(call, { name, user_id: account?.id ?? null, way: 'code' });
    throw error;
  }
}

/** Logs in with a code sent to the mobile number; an account that has long been idle needs its password, too. */
export async function logInByCode(call: Call, body: LogInBody): Promise<HttpReply<SignedIn>> {
  const { ctx } = call;
  const mobile = body.mobile_phone ?? '';
  const name: LoginName = { kind: 'mobile', value: mobile };
  const account = await findAccount(ctx.db, name);
  const codeId = await checkLoginCode(call, { name, account, code: body.message_code ?? '' });
  if (!account) throw new AppError('auth.code_wrong', { field: 'message_code' });
  if (body.new_account && (await isNumberIdle(ctx, ctx.db, account.id))) return startAnew(call, { body, codeId });
  let way: LogInWay = 'code';
  await assertOwnsNumber(call, account.id, async () => {
    const password = body.password ?? '';
    if (password === '') return false;
    const match = await checkGuess(call, { account, attempt: { name, ip: call.ip }, password, verify: body.verify });
    if (match === 'common_password') way = match;
    return true;
  });
  await checkMayLogIn(call, { name, account, way });
  return signIn(call, { account, body, way, before: (trx) => consumeCode(ctx, trx, codeId) });
}
