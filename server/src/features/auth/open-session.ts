import type { AnswerOf } from '@kaike/shared/kit/contract';
import type { login } from '@kaike/shared/contracts/auth';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/pool.ts';
import { setSessionCookies } from '../../http/authenticate.ts';
import { cookies } from '../../http/cookies.ts';
import type { Call } from '../../http/route.ts';
import type { OpenedSession } from '../../http/sessions.ts';
import { deviceName, isWechat } from './device-name.ts';
import { presentUser } from './present-user.ts';
import { afterLogin } from './safe-redirect.ts';

export type SignedIn = AnswerOf<typeof login>;

const clientIdPattern = /^[\w-]{8,64}$/;

/** The browser's own lasting id, from header or cookie; null when it has none. */
export function clientIdOf({ request }: Pick<Call, 'request'>): string | null {
  const given = request.headers['client-id'] ?? request.cookies[cookies.client_id];
  return typeof given === 'string' && clientIdPattern.test(given) ? given : null;
}

async function sessionsKept(ctx: Context, isAdmin: boolean): Promise<number | null> {
  const limit = await ctx.settings.get('member_session_limit');
  return isAdmin || limit < 1 ? null : limit;
}

/** Opens a session inside the caller's transaction and notes the login; sessions beyond the person's limit end. */
export async function openSession(call: Call, trx: Db, given: { user_id: number; is_admin: boolean; remember: boolean }): Promise<OpenedSession> {
  const { ctx, ip, request } = call;
  const agent = request.headers['user-agent'];
  const browser = isWechat(agent) ? 'wechat' : 'web';
  return call.sessions.open(trx, {
    user_id: given.user_id, client_type: call.is_browser ? browser : 'app', client_id: clientIdOf(call), device_name: deviceName(agent), ip,
    remember: given.remember, keep: await sessionsKept(ctx, given.is_admin),
  });
}

type Wishes = { remember: boolean; back_url?: string | null | undefined };

/** The answer to a login whose transaction has committed: cookies for a browser, the token itself for other clients. */
export async function answerSignedIn(call: Call, session: OpenedSession, given: Wishes): Promise<SignedIn> {
  const actor = await call.sessions.find(session.token, session.bind);
  if (!actor) throw new Error('a session is gone right after it was opened');
  if (call.is_browser) setSessionCookies(call.request, call.reply, session, given.remember);
  const person = { is_admin: actor.admin !== null, must_change_password: actor.must_change_password };
  return {
    ...(await presentUser(call.ctx.db, actor)),
    redirect: afterLogin(person, given.back_url),
    ...(call.is_browser ? {} : { token: session.token }),
  };
}
