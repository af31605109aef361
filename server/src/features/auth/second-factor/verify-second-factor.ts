import type * as secondFactor from '@kaike/shared/contracts/auth/second-factor';
import type { BodyOf, ResponseOf } from '@kaike/shared/kit/contract';
import { type Actor, isAdmin } from '../../../core/actor.ts';
import { assert, AppError } from '../../../core/app-error.ts';
import type { Call } from '../../../core/call.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import { logWrongStep, logSecondStep, presentUser, afterLogin } from '../login/public.ts';
import { checkOwnCode } from './prove.ts';

/** Completes the session that waits for a code. */
export async function verifySecondFactor(
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
