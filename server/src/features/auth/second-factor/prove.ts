import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Call } from '../../../core/call.ts';
import { spendCode } from './second-factor.store.ts';

/** Tries across all sessions of a person; too few to guess one of a million codes. */
const tries = [
  { name: 'short', max: 5, seconds: 300 },
  { name: 'day', max: 50, seconds: 86_400 },
];

const keyOf = (userId: number, name: string): string => `second-factor-${name}|user:${userId}`;

/** Counts a try before the code is checked. */
export async function countTry({ ctx }: Pick<Call, 'ctx'>, userId: number): Promise<void> {
  for (const { name, max, seconds } of tries) await ctx.limiter.take({ key: keyOf(userId, name), max, seconds });
}

/** Resets the tries of a person after a correct code. */
export async function resetTries({ ctx }: Pick<Call, 'ctx'>, userId: number): Promise<void> {
  for (const { name } of tries) await ctx.limiter.reset(keyOf(userId, name));
}

/** Throws unless the code is correct and tries are left. */
export async function checkOwnCode(call: Call<Actor, unknown>, code: string): Promise<'authenticator' | 'recovery'> {
  const { ctx, actor } = call;
  await countTry(call, actor.user_id);
  const way = await ctx.db.transaction().execute((trx) => spendCode(ctx, trx, { user_id: actor.user_id, code }));
  if (!way) throw new AppError('auth.second_factor_wrong', { field: 'code' });
  await resetTries(call, actor.user_id);
  return way;
}
