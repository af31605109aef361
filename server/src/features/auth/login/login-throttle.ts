import type { Context } from '../../../core/context.ts';
import { assert } from '../../../core/app-error.ts';
import type { LoginName } from './users.store.ts';

/** A login attempt: the name used and the IP address. */
export type Attempt = { name: LoginName; ip: string };

/** Failed logins of the last half hour. */
export type Failures = { account: number; address: number };

const windowSec = 1800;

const accountKey = ({ name }: Attempt): string => `login-failed|account:${name.kind}:${name.value}`;
const addressKey = ({ ip }: Attempt): string => `login-failed|ip:${ip}`;

async function countFailures({ limiter }: Context, attempt: Attempt): Promise<Failures> {
  const [account = 0, address = 0] = await limiter.count([accountKey(attempt), addressKey(attempt)]);
  return { account, address };
}

async function isOverdone({ settings }: Context, failures: Failures): Promise<boolean> {
  return Math.max(failures.account, failures.address) >= (await settings.get('login_captcha_after'));
}

/** Whether the slider has to be solved before the next try. */
export async function mustVerify(ctx: Context, attempt: Attempt): Promise<boolean> {
  return isOverdone(ctx, await countFailures(ctx, attempt));
}

/** Allows the attempt, consuming a solved slider where one is required; returns the failures before it. */
export async function allowAttempt(
  ctx: Context,
  attempt: Attempt,
  verify: string | null | undefined,
): Promise<Failures> {
  const failures = await countFailures(ctx, attempt);
  if (await isOverdone(ctx, failures)) {
    assert(verify, 'auth.captcha_required', { field: 'verify' });
    const isSolved = await ctx.adapters.captcha.consume(ctx.db, verify, { unverified: true });
    assert(isSolved, 'auth.captcha_failed', { field: 'verify' });
  }
  return failures;
}

/** Counts a failure for the account, which need not exist, and for the address. */
export async function recordFailure({ limiter }: Context, attempt: Attempt): Promise<void> {
  const unlimited = { max: Number.POSITIVE_INFINITY, seconds: windowSec };
  await Promise.all([
    limiter.take({ key: accountKey(attempt), ...unlimited }),
    limiter.take({ key: addressKey(attempt), ...unlimited }),
  ]);
}

/** Resets the failures of an account after a successful login; those of the address stay, as others may share it. */
export async function resetFailures({ limiter }: Context, attempt: Attempt): Promise<void> {
  await limiter.reset(accountKey(attempt));
}
