import type * as thirdParty from '@kaike/shared/contracts/auth/third-party';
import type { BodyOf, ResponseOf } from '@kaike/shared/kit/contract';
import type { Actor } from '../../../../core/actor.ts';
import type { Call } from '../../../../core/call.ts';
import { loadClaim, settleClaim } from '../ouser-claims.ts';

/** Binds the identity to a person who has logged in the usual way in the meantime. */
export async function claimIdentity(
  call: Call<Actor, BodyOf<typeof thirdParty.claimIdentity>>,
): Promise<ResponseOf<typeof thirdParty.claimIdentity>> {
  const { ctx, actor } = call;
  const claim = await loadClaim(call, call.body.key);
  await ctx.db.transaction().execute((trx) => settleClaim(trx, claim, { user_id: actor.user_id, now: ctx.clock() }));
  return { redirect: claim.back_url || (actor.admin ? '/admin/index' : '/home/index') };
}
