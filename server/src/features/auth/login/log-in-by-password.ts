import type { BodyOf } from '@kaike/shared/kit/contract';
import type * as auth from '@kaike/shared/contracts/auth/auth';
import type { LogInWay } from '@kaike/shared/domain/auth/log-ins';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { Db } from '../../../db/pool.ts';
import { AppError } from '../../../core/app-error.ts';
import type { HttpReply } from '../../../core/respond.ts';
import type { Call } from '../../../core/call.ts';
import { hashToken, isSameBytes } from '../../../core/secrets.ts';
import { allowAttempt, resetFailures, recordFailure, type Attempt } from './login-throttle.ts';
import { queueFailedLogIn } from './log-entries/failed-log-ins.ts';
import { answerSignedIn, openSession, type SignedIn } from './open-session.ts';
import { hashPassword, inHashSlot, isPassword, needsRehash } from './passwords/password-hash.ts';
import { assertMayLogIn, findAccount, parseLoginName, type LoginAccount, type LoginName } from './users.store.ts';

export type LogInBody = BodyOf<typeof auth.logIn>;
type Login = { account: LoginAccount; body: LogInBody; way: LogInWay; before?: (trx: Db) => Promise<void> };

export async function signIn(call: Call, { account, body, way, before }: Login): Promise<HttpReply<SignedIn>> {
  const remember = body.remember ?? false;
  const session = await call.ctx.db.transaction().execute(async (trx) => {
    await before?.(trx);
    return openSession(call, trx, { user_id: account.id, is_admin: account.is_admin, remember, way });
  });
  return answerSignedIn(call, session, { remember, back_url: body.back_url });
}

/** The common password opens every account in a developer's own browser; elsewhere it is rejected like any wrong one. */
async function isCommonPassword(
  { ctx, is_opened_from_console: isDeveloper }: Call,
  password: string,
): Promise<boolean> {
  if (ctx.config.env !== 'local' || password === '' || !isDeveloper) return false;
  const common = await ctx.settings.get('common_password');
  return common !== '' && isSameBytes(hashToken(common), hashToken(password));
}

async function upgradeHash({ ctx }: Call, account: LoginAccount, password: string): Promise<void> {
  if (account.password_hash === null || !needsRehash(account.password_hash)) return;
  const hash = await hashPassword(password);
  await ctx.db
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .execute();
}

type Guess = { account: LoginAccount | null; attempt: Attempt; password: string; verify: string | null | undefined };
type PasswordWay = 'password' | 'common_password';

/** Whose password it is: the account's or the common one; throws for a wrong one, which is counted. */
export async function checkGuess(call: Call, { account, attempt, password, verify }: Guess): Promise<PasswordWay> {
  const { ctx } = call;
  // Inside the slot, so that of many concurrent attempts the later ones see the failures of the earlier.
  const { match, failures } = await inHashSlot(async () => {
    const before = await allowAttempt(ctx, attempt, verify ?? undefined);
    const isOwn = await isPassword(account?.password_hash, password);
    const isCommon = !isOwn && (await isCommonPassword(call, password));
    if (!isOwn && !isCommon) await recordFailure(ctx, attempt);
    const match: PasswordWay | null = isOwn ? 'password' : isCommon ? 'common_password' : null;
    return { match, failures: before };
  });
  if (!account || match === null) {
    await queueFailedLogIn(call, { name: attempt.name, user_id: account?.id ?? null, way: 'password' });
    throw wrongCredentials();
  }
  if (failures.account > 0) await resetFailures(ctx, attempt);
  return match;
}

type Stopped = { name: LoginName; account: LoginAccount; way: LogInWay };

export async function checkMayLogIn(call: Call, { name, account, way }: Stopped): Promise<void> {
  if (account.status !== userStatus.effective)
    await queueFailedLogIn(call, { name, user_id: account.id, way, failure: 'stopped' });
  assertMayLogIn(account);
}

const wrongCredentials = (): AppError => new AppError('auth.wrong_credentials', { field: 'password' });

/** Logs in with a name and a password. Unknown name and wrong password take the same time and return the same error. */
export async function logInByPassword(call: Call, body: LogInBody): Promise<HttpReply<SignedIn>> {
  const { ctx } = call;
  const attempt: Attempt = { name: parseLoginName(body.username ?? ''), ip: call.ip };
  const password = body.password ?? '';
  const account = await findAccount(ctx.db, attempt.name);
  const way = await checkGuess(call, { account, attempt, password, verify: body.verify });
  if (!account) throw wrongCredentials();
  await checkMayLogIn(call, { name: attempt.name, account, way });
  if (way === 'password') await upgradeHash(call, account, password);
  return signIn(call, { account, body, way });
}
