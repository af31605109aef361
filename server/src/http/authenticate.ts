import type { FastifyReply, FastifyRequest } from 'fastify';
import { authorizationCookieDays, rememberDays, sessionLifetimeMinutes } from '@kaike/shared/domain/constants';
import { apiTokenPrefix } from '@kaike/shared/domain/system/api-token';
import type { Context } from '../core/context.ts';
import type { Actor } from '../core/actor.ts';
import { AppError, assert } from '../core/app-error.ts';
import type { Cookie } from '../core/respond.ts';
import { cookies, writeCookies } from './cookies.ts';
import { findTokenActor } from '../core/sessions/api-tokens.ts';
import type { OpenedSession, Sessions } from '../core/sessions/sessions.ts';

type AuthenticateOptions = {
  ctx: Context;
  sessions: Sessions;
  is_browser: boolean;
  ignores_ended_session: boolean;
  /** Permissions that no API token has; where it is absent, no token may call. */
  closed_to_tokens?: ReadonlySet<string> | null;
  /** Also returns a person whose session still waits for the second-factor code. */
  keeps_waiting?: boolean;
};

const secondsADay = 86_400;
const rememberMark = 'kaike_remember';

function tokenOf(request: FastifyRequest, isBrowser: boolean): string | undefined {
  if (isBrowser) return request.cookies[cookies.authorization];
  return request.headers.authorization?.replace(/^Bearer\s+/i, '');
}

/** The person of the request. A session that was ended elsewhere is an error everywhere except on logout and the login pages. */
export async function authenticate(request: FastifyRequest, options: AuthenticateOptions): Promise<Actor | null> {
  const token = tokenOf(request, options.is_browser);
  if (!token) return null;
  if (!options.is_browser && token.startsWith(apiTokenPrefix)) {
    const { ctx, closed_to_tokens: closed } = options;
    assert(closed, 'access.not_by_token');
    return findTokenActor(ctx, token, { ip: request.ip, closed_to_tokens: closed });
  }
  // Never null for a browser: another client's token must not work as a cookie.
  const bind = options.is_browser ? (request.cookies[cookies.bind] ?? '') : null;
  try {
    const actor = await options.sessions.find(token, bind);
    return actor?.second_factor === 'code' && !options.keeps_waiting ? null : actor;
  } catch (error) {
    const isEnded = error instanceof AppError;
    const isExpired = isEnded && error.code === 'auth.session_ended' && !error.details.force_logout;
    if (isExpired || (isEnded && options.ignores_ended_session)) return null;
    throw error;
  }
}

function cookieLife(remember: boolean): number {
  return (remember ? rememberDays : authorizationCookieDays(sessionLifetimeMinutes)) * secondsADay;
}

/** Both halves of a browser session as cookies. */
export function sessionCookies(
  request: { cookies: Readonly<Record<string, string | undefined>> },
  session: Pick<OpenedSession, 'token' | 'bind'>,
  remember: boolean,
): Cookie[] {
  const life = cookieLife(remember);
  const list: Cookie[] = [{ name: cookies.authorization, value: session.token, max_age: life }];
  if (session.bind) list.push({ name: cookies.bind, value: session.bind, max_age: life, http_only: true });
  if (remember) list.push({ name: rememberMark, value: '1', max_age: life, http_only: true });
  else if (request.cookies[rememberMark] !== undefined) list.push({ name: rememberMark, value: null });
  return list;
}

const renewEveryMs = 60_000;
const renewals = new WeakMap<Actor, number>();

/** Extends the session cookies by a lifetime from now; at most once a minute, as a lifetime is hours. */
export function renewAuthorization(
  request: FastifyRequest,
  reply: FastifyReply,
  { actor, now }: { actor: Actor; now: Date },
): void {
  const token = request.cookies[cookies.authorization];
  if (!token || now.getTime() - (renewals.get(actor) ?? 0) < renewEveryMs) return;
  renewals.set(actor, now.getTime());
  const session = { token, bind: request.cookies[cookies.bind] ?? null };
  writeCookies(request, reply, sessionCookies(request, session, request.cookies[rememberMark] === '1'));
}

/** Deletes the session cookies of a browser. */
export const noSessionCookies: readonly Cookie[] = [
  cookies.authorization,
  cookies.open_id,
  cookies.bind,
  rememberMark,
].map((name) => ({ name, value: null }));
