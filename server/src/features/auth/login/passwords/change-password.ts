import type { BodyOf } from '@kaike/shared/kit/contract';
import type * as changePasswordApi from '@kaike/shared/contracts/auth/change-password';
import type { Db } from '../../../../db/pool.ts';
import type { Actor } from '../../../../core/actor.ts';
import { assert, checkAll } from '../../../../core/app-error.ts';
import type { Call } from '../../../../core/call.ts';
import { savePassword } from '../users.store.ts';
import { checkNewPasswordOf } from './check-new-password.ts';
import { checkPassword, hashPassword } from './password-hash.ts';

type Body = BodyOf<typeof changePasswordApi.changePassword>;

/** Replaces the actor's own password, given the old one; their other sessions end. */
export async function changePassword(
  call: Call<Actor, Body>,
  also?: (trx: Db) => Promise<void>,
): Promise<{ message: string }> {
  const { ctx, actor, body } = call;
  const { password_hash: stored } = await ctx.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', actor.user_id)
    .executeTakeFirstOrThrow();
  const isOwner = await checkPassword(stored, body.old_password);
  await checkAll(
    () => assert(isOwner, 'auth.old_password_wrong', { field: 'old_password' }),
    () => assert(body.password !== body.old_password, 'auth.same_password', { field: 'password' }),
    () => checkNewPasswordOf(ctx, ctx.db, actor.user_id, body.password),
  );
  const hash = await hashPassword(body.password);
  await ctx.db.transaction().execute(async (trx) => {
    const isSaved = await savePassword(trx, { user_id: actor.user_id, hash, now: ctx.clock(), instead_of: stored });
    assert(isSaved, 'record.stale');
    await call.sessions.revoke(trx, {
      user_id: actor.user_id,
      reason: 'password_changed',
      except_id: actor.session_id,
    });
    await also?.(trx);
  });
  return { message: call.t('sign_in.password_changed') };
}
