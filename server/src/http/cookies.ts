import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cookie } from '../core/respond.ts';

/** Cookie names; the first four are defined by the specification and readable by the app. */
export const cookies = {
  authorization: 'Authorization',
  open_id: 'Open-Id',
  client_id: 'client-id',
  language: 'Language',
  /** HttpOnly half of a browser session. */
  bind: 'kaike_bind',
  /** HttpOnly secret the CSRF token is bound to. */
  visitor: 'kaike_visitor',
  /** HttpOnly mark of a browser that has opened the link of the console. */
  console: 'kaike_console',
} as const;

export function cookieOptions(secure: boolean): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', secure };
}

/** Sets and deletes cookies; a later one of the same name replaces an earlier one. */
export function writeCookies(request: FastifyRequest, reply: FastifyReply, list: readonly Cookie[]): void {
  for (const { name, value, max_age, http_only } of list) {
    if (value === null) void reply.clearCookie(name, { path: '/' });
    else
      void reply.setCookie(name, value, {
        ...cookieOptions(request.protocol === 'https'),
        ...(max_age === undefined ? {} : { maxAge: max_age }),
        ...(http_only ? { httpOnly: http_only } : {}),
      });
  }
}
