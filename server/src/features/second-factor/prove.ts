import type * as secondFactor from '@kaike/shared/contracts/second-factor';
import type { ResponseOf, BodyOf } from '@kaike/shared/kit/contract';
import { isAdmin, type Actor } from '../../core/actor.ts';
import { AppError, assert } from '../../core/app-error.ts';
import type { Call } from '../../core/call.ts';
import { writeLog } from '../../kit/write/operation-log.ts';
import { afterLogin, logSecondStep, logWrongStep, presentUser } from '../auth/public.ts';
import { spendCode } from './second-factor.store.ts';

/** Tries across all sessions of a person; too few to guess one of a million codes. */
const tries = [
  { name: 'short', max: 5, seconds: 300 },
  { name: 'day', max: 50, seconds: 86_400 },
];

const keyOf = (userId: number, name: string): string => `second-factor-${name}|user:${userId}`;

/** Counts a try before the code is checked. */
export async function takeTry({ ctx }: Pick<Call, 'ctx'>, userId: number): Promise<void> {
  for (const { name, max, seconds } of tries) await ctx.limiter.take({ key: keyOf(userId, name), max, seconds });
}

/** Resets the tries of a person after a correct code. */
export async function resetTries({ ctx }: Pick<Call, 'ctx'>, userId: number): Promise<void> {
  for (const { name } of tries) await ctx.limiter.reset(keyOf(userId, name));
}

/** Throws unless the code is correct and tries are left. */
export async function checkOwnCode(call: Call<Actor, unknown>, code: string): Promise<'authenticator' | 'recovery'> {
  const { ctx, actor } = call;
  await takeTry(call, actor.user_id);
  const way = await ctx.db.transaction().execute((trx) => spendCode(ctx, trx, { user_id: actor.user_id, code }));
  if (!way) throw new AppError('auth.second_factor_wrong', { field: 'code' });
  await resetTries(call, actor.user_id);
  return way;
}

/** Completes the session that waits for a code. */
export async function proveSecondFactor(
  call: Call<Actor | null, BodyOf<typeof secondFactor.verifySecondFactor>>,
): Promise<ResponseOf<typeof secondFactor.verifySecondFactor>> {
  const { ctx, actor: waiting, body } = call;
  assert(waiting?.second_factor === 'code' && isAdmin(waiting), 'auth.required', { redirect: '/open/login' });
  const mine = { ...call, actor: waiting };
  const way = await checkOwnCode(mine, body.code).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'auth.second_factor_wrong')
      await ctx.db.transaction().execute((trx) => logWrongStep(trx, call, waiting));
    throw error;
  });
  const now = ctx.clock();
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('user_sessions')
      .set({ second_factor_at: now })
      .where('id', '=', waiting.session_id)
      .execute();
    await ctx.bus.publish(trx, `user:${waiting.user_id}`);
    if (way === 'recovery')
      await writeLog(
        trx,
        { ...call, body: {}, actor: waiting },
        { resource: 'personage', action: 'recovery_code', record_id: waiting.user_id, record_title: waiting.name },
      );
    const step = way === 'recovery' ? 'recovery_code' : 'authenticator';
    await logSecondStep(trx, call, { actor: waiting, way: step });
  });
  call.sessions.forget(waiting.user_id);
  const actor = { ...waiting, second_factor: null };
  return { ...(await presentUser(ctx.db, actor, call.locale)), redirect: afterLogin(actor, body.back_url) };
}
