import { sessionLifetimeMinutes } from '@kaike/shared/domain/constants';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type * as auth from '@kaike/shared/contracts/auth/auth';
import type { LogInWay } from '@kaike/shared/domain/auth/log-ins';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { respond, type HttpReply } from '../../../core/respond.ts';
import { sessionCookies } from '../../../http/authenticate.ts';
import { cookies } from '../../../http/cookies.ts';
import { newVisitor } from '../../../http/csrf.ts';
import { deviceLabel } from '../../../core/sessions/device-label.ts';
import type { Call } from '../../../core/call.ts';
import type { OpenedSession } from '../../../core/sessions/sessions.ts';
import { deviceClass, deviceName, isWechat } from './device-name.ts';
import { logSession } from './log-entries/log-ins.ts';
import { presentUser } from './present-user.ts';
import { afterLogin, codePage } from './safe-redirect.ts';

export type SignedIn = ResponseOf<typeof auth.logIn>;

const clientIdPattern = /^[\w-]{8,64}$/;

/** The browser's persistent id, from header or cookie; null if it has none. */
export function clientIdOf(call: Pick<Call, 'headers' | 'cookies'>): string | null {
  const clientId = call.headers['client-id'] ?? call.cookies[cookies.client_id];
  return typeof clientId === 'string' && clientIdPattern.test(clientId) ? clientId : null;
}

async function sessionLimit(ctx: Context, isAdmin: boolean): Promise<number | null> {
  const limit = await ctx.settings.get(isAdmin ? 'admin_session_limit' : 'member_session_limit');
  return limit < 1 ? null : limit;
}

const hourMs = 3_600_000;

/** The absolute end of a session, however much it is used. */
async function endOf(ctx: Context, isAdmin: boolean): Promise<Date> {
  const hours = isAdmin
    ? await ctx.settings.get('admin_session_hours')
    : (await ctx.settings.get('member_session_days')) * 24;
  return new Date(ctx.clock().getTime() + hours * hourMs);
}

/** `way` is what the person was recognized by; null for a new learner. */
type NewSession = { user_id: number; is_admin: boolean; remember: boolean; way: LogInWay | null };

/**
 * Opens a session inside the caller's transaction and records the login; sessions beyond the person's limit end. Call it last:
 * it may write to the operation log.
 */
export async function openSession(
  call: Call,
  trx: Db,
  { user_id, is_admin, remember, way }: NewSession,
): Promise<OpenedSession> {
  const { ctx, ip, user_agent: agent } = call;
  const browser = isWechat(agent) ? 'wechat' : 'web';
  const session = await call.sessions.open(trx, {
    user_id,
    client_type: call.is_browser ? browser : 'app',
    device_class: deviceClass(agent, call.is_browser),
    client_id: clientIdOf(call),
    device_name: deviceName(agent),
    ip,
    remember,
    ends_at: await endOf(ctx, is_admin),
    keep: await sessionLimit(ctx, is_admin),
  });
  await logSession(trx, call, { token: session.token, way, is_admin });
  return session;
}

type SignInOptions = { remember: boolean; back_url?: string | null | undefined };

/** The response to a login whose transaction has committed: cookies for a browser, the token itself for other clients. */
export async function answerSignedIn(
  call: Call,
  session: OpenedSession,
  options: SignInOptions,
): Promise<HttpReply<SignedIn>> {
  const actor = await call.sessions.find(session.token, session.bind);
  if (!actor) throw new Error('session not found right after it was opened');
  const cookieList = call.is_browser ? [...sessionCookies(call, session, options.remember), newVisitor()] : [];
  const answer = (body: SignedIn): HttpReply<SignedIn> => respond(body, { cookies: cookieList });
  const token = call.is_browser ? {} : { token: session.token };
  if (actor.second_factor === 'code')
    return answer({ user: null, lifetime: sessionLifetimeMinutes, redirect: codePage(options.back_url), ...token });
  const ended = session.ended
    .map((name) => deviceLabel(name, call.t) || call.t('sign_in.unknown_device'))
    .join(call.t('sign_in.and'));
  return answer({
    ...(await presentUser(call.ctx.db, actor, call.locale)),
    redirect: afterLogin(actor, options.back_url),
    ...(ended === '' ? {} : { ended: call.t('sign_in.ended_there', { device: ended }) }),
    ...token,
  });
}
