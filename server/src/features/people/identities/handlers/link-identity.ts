import type * as thirdParty from '@kaike/shared/contracts/auth/third-party';
import { type LogInWay, logInWays } from '@kaike/shared/domain/auth/log-ins';
import type { BodyOf, ResponseOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../../../db/pool.ts';
import type { Actor } from '../../../../core/actor.ts';
import { assert } from '../../../../core/app-error.ts';
import type { HttpReply } from '../../../../core/respond.ts';
import type { Call } from '../../../../core/call.ts';
import {
  checkCode,
  findAccount,
  isNumberIdle,
  assertOwnsNumber,
  assertMayLogIn,
  claimNumber,
  insertMember,
  consumeCode,
  openSession,
  logNewAccount,
  answerSignedIn,
} from '../../../auth/login/public.ts';
import { type Claim, loadClaim, settleClaim } from '../ouser-claims.ts';

async function wayOf(trx: Db, { ouser_id }: Claim): Promise<LogInWay> {
  const ouser = await trx.selectFrom('ousers').select('provider').where('id', '=', ouser_id).executeTakeFirstOrThrow();
  const way = logInWays.find((one) => one === ouser.provider);
  assert(way, 'auth.other_state');
  return way;
}

type Binding = Call<Actor | null, BodyOf<typeof thirdParty.linkIdentity>>;

/** Binds the identity after proof of a mobile number: to its account, or to a new member who agrees to the terms. */
export async function linkIdentity(call: Binding): Promise<HttpReply<ResponseOf<typeof thirdParty.linkIdentity>>> {
  const { ctx, body } = call;
  const now = ctx.clock();
  const claim = await loadClaim(call, body.key);
  const codeId = await checkCode(ctx, { purpose: 'bind', receiver: body.mobile_phone, code: body.message_code });
  const account = await findAccount(ctx.db, { kind: 'mobile', value: body.mobile_phone });
  const startsAnew = account !== null && body.new_account === true && (await isNumberIdle(ctx, ctx.db, account.id));
  if (!account || startsAnew) assert(await ctx.settings.get('register_open'), 'auth.register_closed');
  else {
    await assertOwnsNumber(call, account.id);
    assertMayLogIn(account);
  }
  const owner = startsAnew ? null : account;
  const session = await ctx.db.transaction().execute(async (trx) => {
    if (startsAnew)
      assert(await claimNumber(ctx, trx, body.mobile_phone), 'auth.mobile_taken', { field: 'mobile_phone' });
    const userId =
      owner?.id ??
      (await insertMember(
        trx,
        { mobile_phone: body.mobile_phone },
        { hash: null, agency_id: null, source: 'register', now },
      ));
    await consumeCode(ctx, trx, codeId);
    await settleClaim(trx, claim, { user_id: userId, now });
    const way = await wayOf(trx, claim);
    const isAdmin = owner?.is_admin ?? false;
    const session = await openSession(call, trx, { user_id: userId, is_admin: isAdmin, remember: false, way });
    if (!owner) await logNewAccount(trx, call, { user_id: userId, way });
    return session;
  });
  return answerSignedIn(call, session, { remember: false, back_url: claim.back_url });
}
