import type * as thirdParty from '@kaike/shared/contracts/auth/third-party';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { AdapterError } from '../../../../core/adapter-error.ts';
import type { Identity } from '../../../../adapters/oauth/port.ts';
import { AppError, assert } from '../../../../core/app-error.ts';
import { respond, type HttpReply, type Cookie } from '../../../../core/respond.ts';
import type { CallOf } from '../../../../core/call.ts';
import { answerSignedIn, openSession } from '../../../auth/login/public.ts';
import { callbackUrl, loadService } from '../begin-other-login.ts';
import { bindIdentity, findByUnion, saveIdentity, type Ouser } from '../identities.store.ts';
import { isClaimOpen, openClaim } from '../ouser-claims.ts';
import { closeErrand, claimErrand, type Errand, type OtherLoginResult, type TakenErrand } from '../oauth-state.ts';
import { openIdCookie } from '../open-id.ts';

type CallbackCall = CallOf<typeof thirdParty.completeOAuth>;
type Result = ResponseOf<typeof thirdParty.completeOAuth>;

const nobody = { other: null, nickname: '', user: null, lifetime: 0 };

async function identify(call: CallbackCall, errand: Errand & { verifier: string }, code: string): Promise<Identity> {
  const { type, provider } = await loadService(call);
  try {
    return await provider.identify({
      redirect_uri: await callbackUrl(call, type),
      code,
      verifier: errand.verifier,
      is_silent: errand.purpose === 'open_id',
    });
  } catch (cause) {
    if (!(cause instanceof AdapterError)) throw cause;
    call.ctx.log.warn({ type, err: cause }, 'another service did not say who somebody is');
    throw new AppError('auth.other_failed', { cause });
  }
}

const nothing = { other: null, session: null, open_id: null };

/** Opens a session for the identity's account, or a claim on the identity for whoever proves to own it. */
async function logIn(call: CallbackCall, identity: Identity, errand: Errand): Promise<Fulfilled> {
  const { ctx } = call;
  const now = ctx.clock();
  const { ouser, session } = await ctx.db.transaction().execute(async (trx) => {
    const ouser = await saveIdentity(trx, identity, now);
    const userId = ouser.user_id ?? (await findByUnion(trx, ouser));
    if (userId === null) return { ouser, session: null };
    const account = await trx
      .selectFrom('users as u')
      .leftJoin('admins as a', (join) => join.onRef('a.user_id', '=', 'u.id').on('a.deleted_at', 'is', null))
      .select(['u.status', 'a.id as admin_id'])
      .where('u.id', '=', userId)
      .where('u.deleted_at', 'is', null)
      .executeTakeFirst();
    assert(account?.status === userStatus.effective, 'auth.account_stopped');
    await bindIdentity(trx, { ouser_id: ouser.id, user_id: userId, now });
    await trx.updateTable('ousers').set({ last_login_at: now }).where('id', '=', ouser.id).execute();
    return {
      ouser,
      session: await openSession(call, trx, {
        user_id: userId,
        is_admin: account.admin_id !== null,
        remember: false,
        way: identity.provider,
      }),
    };
  });
  const { nickname } = ouser;
  if (session) return { result: { ...nothing, redirect: errand.back_url, nickname, session } };
  const { key, cookie } = await openClaim(call, ouser, errand.back_url);
  return { result: { ...nothing, redirect: '', nickname, other: key }, cookie };
}

async function bind(call: CallbackCall, identity: Identity, errand: Errand): Promise<Fulfilled> {
  const userId = call.actor?.user_id;
  assert(userId !== undefined && userId === errand.user_id, 'auth.other_state');
  const now = call.ctx.clock();
  const { nickname } = await call.ctx.db.transaction().execute(async (trx): Promise<Ouser> => {
    const saved = await saveIdentity(trx, identity, now);
    await bindIdentity(trx, { ouser_id: saved.id, user_id: userId, now });
    return saved;
  });
  return { result: { ...nothing, redirect: errand.back_url || '/home/personage/ousers', nickname } };
}

type Fulfilled = { result: OtherLoginResult; cookie?: Cookie };

/** Gets the identity from the service and fulfils the purpose. */
async function fulfil(call: CallbackCall, errand: TakenErrand['errand']): Promise<Fulfilled> {
  const { code, auth_code } = call.query;
  const authorizationCode = code || auth_code;
  // Refused or cancelled at the service: the login can be started again.
  assert(authorizationCode, 'auth.other_cancelled');
  const identity = await identify(call, errand, authorizationCode);
  if (errand.purpose === 'open_id')
    return {
      result: { ...nothing, redirect: errand.back_url || '/home/index', nickname: '', open_id: identity.open_id },
    };
  assert(!identity.is_virtual, 'auth.other_virtual');
  return errand.purpose === 'bind' ? bind(call, identity, errand) : logIn(call, identity, errand);
}

async function present(call: CallbackCall, { result, cookie }: Fulfilled): Promise<HttpReply<Result>> {
  const { redirect, nickname, other, session, open_id } = result;
  if (open_id !== null) return respond({ ...nobody, redirect }, { cookies: [await openIdCookie(call.ctx, open_id)] });
  if (!session) return respond({ ...nobody, redirect, other, nickname }, cookie ? { cookies: [cookie] } : {});
  const signedIn = await answerSignedIn(call, session, { remember: false, back_url: redirect });
  const { user, lifetime, redirect: next } = signedIn.body;
  return signedIn.with({ ...nobody, redirect: next, user, lifetime, nickname });
}

/** Whether the result can be had again: its session is open and nobody else logged in since, or its claim is not settled. */
async function isRepeatable(call: CallbackCall, { session, other }: OtherLoginResult): Promise<boolean> {
  if (other !== null) return call.actor === null && isClaimOpen(call, other);
  if (!session) return true;
  try {
    const actor = await call.sessions.find(session.token, session.bind);
    return actor !== null && (call.actor === null || call.actor.user_id === actor.user_id);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** A callback that is over, from the history or a link: whoever is logged in goes on, others begin anew. */
async function goOn(call: CallbackCall): Promise<HttpReply<Result>> {
  assert(call.actor, 'auth.other_state');
  return respond({ ...nobody, redirect: call.actor.admin ? '/admin/index' : '/home/index' }, {});
}

/**
 * The callback: checks that this browser started the login and fulfils its purpose. Loaded again or twice at once it gives
 * the first result.
 */
export async function completeOAuth(call: CallbackCall): Promise<HttpReply<Result>> {
  assert(call.is_browser, 'request.not_found');
  const { type } = await loadService(call);
  const { state } = call.query;
  const taken = state ? await claimErrand(call, { type, state }) : null;
  if (!state || !taken) return goOn(call);
  const { errand, result } = taken;
  if (result) return (await isRepeatable(call, result)) ? present(call, { result }) : goOn(call);
  try {
    const fulfilled = await fulfil(call, errand);
    await closeErrand(call, { state, result: fulfilled.result });
    return await present(call, fulfilled);
  } catch (error) {
    await closeErrand(call, { state, result: null });
    throw error;
  }
}
