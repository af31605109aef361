import type * as thirdParty from '@kaike/shared/contracts/third-party';
import { logInWays, type LogInWay } from '@kaike/shared/domain/people/log-ins';
import type { ResponseOf, BodyOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../db/pool.ts';
import type { Actor } from '../../core/actor.ts';
import { AppError, assert } from '../../core/app-error.ts';
import type { Answer, Cookie } from '../../core/respond.ts';
import type { Call } from '../../core/call.ts';
import { hashToken, isSameBytes, makeToken } from '../../core/secrets.ts';
import {
  answerSignedIn,
  assertMayLogIn,
  assertOwnsNumber,
  checkCode,
  consumeCode,
  findAccount,
  insertMember,
  isNumberIdle,
  logNewAccount,
  openSession,
  sendCode,
  takeOverNumber,
} from '../auth/public.ts';
import { bindIdentity, type Ouser } from './identities.store.ts';
import { browserHash, markBrowser, wayMs } from './oauth-state.ts';

type Claim = { key_hash: Buffer; ouser_id: number; back_url: string };

/** Stores a claim on an identity, under a key valid in this browser only. */
export async function openClaim(call: Call, ouser: Ouser, backUrl: string): Promise<{ key: string; cookie: Cookie }> {
  const key = makeToken();
  const { hash, cookie } = markBrowser(call);
  await call.ctx.db
    .insertInto('ouser_claims')
    .values({
      key_hash: hashToken(key),
      browser_hash: hash,
      ouser_id: ouser.id,
      back_url: backUrl,
      expires_at: new Date(call.ctx.clock().getTime() + wayMs),
    })
    .execute();
  return { key, cookie };
}

async function readClaim(call: Pick<Call, 'ctx' | 'cookies'>, key: string): Promise<Claim> {
  const row = await call.ctx.db
    .selectFrom('ouser_claims')
    .selectAll()
    .where('key_hash', '=', hashToken(key))
    .executeTakeFirst();
  assert(
    row && row.expires_at > call.ctx.clock() && isSameBytes(row.browser_hash, browserHash(call)),
    'auth.other_state',
  );
  return row;
}

/** Whether this browser's claim of the key is still open. */
export const isClaimOpen = async (call: Pick<Call, 'ctx' | 'cookies'>, key: string): Promise<boolean> =>
  readClaim(call, key).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );

/** Consumes the claim; of two concurrent calls only one succeeds. */
async function settleClaim(trx: Db, claim: Claim, { user_id, now }: { user_id: number; now: Date }): Promise<void> {
  const removed = await trx
    .deleteFrom('ouser_claims')
    .where('key_hash', '=', claim.key_hash)
    .returning('ouser_id')
    .executeTakeFirst();
  assert(removed, 'auth.other_state');
  await bindIdentity(trx, { ouser_id: claim.ouser_id, user_id, now });
  await trx.updateTable('ousers').set({ last_login_at: now }).where('id', '=', claim.ouser_id).execute();
}

async function wayOf(trx: Db, { ouser_id: ouserId }: Claim): Promise<LogInWay> {
  const ouser = await trx.selectFrom('ousers').select('provider').where('id', '=', ouserId).executeTakeFirstOrThrow();
  const way = logInWays.find((one) => one === ouser.provider);
  assert(way, 'auth.other_state');
  return way;
}

type Sending = Call<Actor | null, BodyOf<typeof thirdParty.sendLinkCode>>;

export async function sendBindCode(call: Sending): Promise<ResponseOf<typeof thirdParty.sendLinkCode>> {
  const { key, mobile_phone: receiver, verify } = call.body;
  await readClaim(call, key);
  const result = await sendCode(call, { purpose: 'bind', channel: 'sms', receiver, verify });
  return { ...result, message: call.t('sign_in.code_sent') };
}

type Binding = Call<Actor | null, BodyOf<typeof thirdParty.linkIdentity>>;

/** Binds the identity after proof of a mobile number: to its account, or to a new member who agrees to the terms. */
export async function bindByMobile(call: Binding): Promise<Answer<ResponseOf<typeof thirdParty.linkIdentity>>> {
  const { ctx, body } = call;
  const now = ctx.clock();
  const claim = await readClaim(call, body.key);
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
      assert(await takeOverNumber(ctx, trx, body.mobile_phone), 'auth.mobile_taken', { field: 'mobile_phone' });
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

/** Binds the identity to a person who has logged in the usual way in the meantime. */
export async function claimIdentity(
  call: Call<Actor, BodyOf<typeof thirdParty.claimIdentity>>,
): Promise<ResponseOf<typeof thirdParty.claimIdentity>> {
  const { ctx, actor } = call;
  const claim = await readClaim(call, call.body.key);
  await ctx.db.transaction().execute((trx) => settleClaim(trx, claim, { user_id: actor.user_id, now: ctx.clock() }));
  return { redirect: claim.back_url || (actor.admin ? '/admin/index' : '/home/index') };
}
