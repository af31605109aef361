import type { CookieSerializeOptions } from '@fastify/cookie';

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
} as const;

export function cookieOptions(secure: boolean): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', secure };
}
