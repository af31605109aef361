import type { otherLoginCallback as contract } from '@kaike/shared/contracts/third-party';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { AdapterError } from '../../core/adapter-error.ts';
import type { Identity } from '../../adapters/oauth/port.ts';
import { AppError, assert } from '../../core/app-error.ts';
import { respond, type Answer } from '../../core/respond.ts';
import type { CallOf } from '../../core/call.ts';
import { answerSignedIn, openSession } from '../auth/public.ts';
import { callbackUrl, readService } from './begin-other-login.ts';
import { bindIdentity, findByUnion, keepIdentity, type Ouser } from './identities.store.ts';
import { openClaim } from './ouser-claims.ts';
import { endErrand, type Errand } from './oauth-state.ts';
import { openIdCookie } from './open-id.ts';

type CallbackCall = CallOf<typeof contract>;
type Result = ResponseOf<typeof contract>;

const nobody = { other: null, nickname: '', user: null, lifetime: 0 };

async function identify(call: CallbackCall, errand: Errand & { verifier: string }, code: string): Promise<Identity> {
  const { type, provider } = await readService(call);
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

/** Opens a session for the identity's account, or a claim on the identity for whoever proves to own it. */
async function logIn(call: CallbackCall, identity: Identity, errand: Errand): Promise<Answer<Result>> {
  const { ctx } = call;
  const now = ctx.clock();
  const result = await ctx.db.transaction().execute(async (trx) => {
    const ouser = await keepIdentity(trx, identity, now);
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
      }),
    };
  });
  if (!result.session) {
    const { key, cookie } = await openClaim(call, result.ouser, errand.back_url);
    return respond({ ...nobody, redirect: '', other: key, nickname: result.ouser.nickname }, { cookies: [cookie] });
  }
  const signedIn = await answerSignedIn(call, result.session, { remember: false, back_url: errand.back_url });
  const { user, lifetime, redirect } = signedIn.body;
  return signedIn.with({ ...nobody, redirect, user, lifetime, nickname: identity.nickname });
}

async function bind(call: CallbackCall, identity: Identity, errand: Errand): Promise<Answer<Result>> {
  const userId = call.actor?.user_id;
  assert(userId !== undefined && userId === errand.user_id, 'auth.other_state');
  const now = call.ctx.clock();
  const ouser = await call.ctx.db.transaction().execute(async (trx): Promise<Ouser> => {
    const saved = await keepIdentity(trx, identity, now);
    await bindIdentity(trx, { ouser_id: saved.id, user_id: userId, now });
    return saved;
  });
  return respond({ ...nobody, redirect: errand.back_url || '/home/personage/ousers', nickname: ouser.nickname }, {});
}

/** The callback: checks that this browser started the login, gets the identity from the service, and fulfils the purpose. */
export async function endOtherLogin(call: CallbackCall): Promise<Answer<Result>> {
  assert(call.is_browser, 'request.not_found');
  const { type } = await readService(call);
  const { state, code, auth_code: authCode } = call.query;
  const errand = state ? await endErrand(call, { type, state }) : null;
  assert(errand, 'auth.other_state');
  const authorizationCode = code || authCode;
  // Refused or cancelled at the service: the login can be started again.
  assert(authorizationCode, 'auth.other_cancelled');
  const identity = await identify(call, errand, authorizationCode);
  if (errand.purpose === 'open_id') {
    const cookie = await openIdCookie(call.ctx, identity.open_id);
    return respond({ ...nobody, redirect: errand.back_url || '/home/index' }, { cookies: [cookie] });
  }
  assert(!identity.is_virtual, 'auth.other_virtual');
  return errand.purpose === 'bind' ? bind(call, identity, errand) : logIn(call, identity, errand);
}
