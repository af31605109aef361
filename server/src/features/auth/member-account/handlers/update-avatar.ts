import type * as account from '@kaike/shared/contracts/auth/account';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../core/call.ts';

/** Changes the member's own avatar. */
export async function updateAvatar(
  call: MemberCallOf<typeof account.updateAvatar>,
): Promise<ResponseOf<typeof account.updateAvatar>> {
  const { ctx, actor } = call;
  const avatar = call.body.avatar ?? null;
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set((eb) => ({ avatar, version: eb('version', '+', 1), updated_at: ctx.clock(), updated_by: actor.user_id }))
      .where('id', '=', actor.user_id)
      .execute();
    await ctx.bus.publish(trx, `user:${actor.user_id}`);
  });
  return { avatar };
}
