import type * as thirdParty from '@kaike/shared/contracts/auth/third-party';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Actor } from '../../../../core/actor.ts';
import { assert } from '../../../../core/app-error.ts';
import type { ById, Call } from '../../../../core/call.ts';
import { findLockedOut } from '../identities.store.ts';

/** Unbinds one of the actor's own identities, but never the last way to log in. */
export async function unlinkIdentity(call: Call<Actor> & ById): Promise<ResponseOf<typeof thirdParty.unlinkIdentity>> {
  const { ctx, actor } = call;
  const id = call.params.id;
  await ctx.db.transaction().execute(async (trx) => {
    const mine = await trx
      .selectFrom('ousers')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', actor.user_id)
      .executeTakeFirst();
    assert(mine, 'record.not_found');
    assert((await findLockedOut(trx, [id])).size === 0, 'ouser.own_last_way_in');
    await trx
      .updateTable('ousers')
      .set({ user_id: null, bound_at: null, updated_at: ctx.clock() })
      .where('id', '=', id)
      .where('user_id', '=', actor.user_id)
      .execute();
  });
  return { message: call.t('third_party.unbound') };
}
