import type { Context } from '../../context.ts';
import { assert } from '../../http/app-error.ts';
import type { LoginName } from './users.store.ts';

/** Who tries to log in: as whom, and from where. */
export type Attempt = { name: LoginName; ip: string };

const windowSec = 1800;

const accountKey = ({ name }: Attempt): string => `login-failed|account:${name.kind}:${name.value}`;
const addressKey = ({ ip }: Attempt): string => `login-failed|ip:${ip}`;

/** Failed logins of the last half hour; the account need not exist. */
async function countFailures({ limiter }: Context, attempt: Attempt): Promise<{ account: number; address: number }> {
  const [account, address] = await Promise.all([limiter.count(accountKey(attempt)), limiter.count(addressKey(attempt))]);
  return { account, address };
}

/** Whether the slider has to be solved before the next try. */
export async function mustVerify(ctx: Context, attempt: Attempt): Promise<boolean> {
  const { account, address } = await countFailures(ctx, attempt);
  return Math.max(account, address) >= (await ctx.settings.get('login_captcha_after'));
}

/** Lets the try go ahead, if need be for a solved slider, which it uses up. */
export async function allowAttempt(ctx: Context, attempt: Attempt, verify: string | null | undefined): Promise<void> {
  if (!(await mustVerify(ctx, attempt))) return;
  assert(verify, 'auth.captcha_required', { field: 'verify' });
  assert(await ctx.adapters.captcha.consume(ctx.db, verify), 'auth.captcha_failed', { field: 'verify' });
}

/** Counts a failure for the account and for the address. */
export async function noteFailure({ limiter }: Context, attempt: Attempt): Promise<void> {
  const unlimited = { max: Number.POSITIVE_INFINITY, seconds: windowSec };
  await Promise.all([limiter.take({ key: accountKey(attempt), ...unlimited }), limiter.take({ key: addressKey(attempt), ...unlimited })]);
}

/** Forgets the failures of an account whose owner has come; those of the address stay, as it may hold others. */
export async function forgive({ limiter }: Context, attempt: Attempt): Promise<void> {
  if ((await limiter.count(accountKey(attempt))) > 0) await limiter.reset(accountKey(attempt));
}
