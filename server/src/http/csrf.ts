import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../core/app-error.ts';
import type { Cookie } from '../core/respond.ts';
import { isSameBytes, makeToken, type Secrets } from '../core/secrets.ts';
import { cookies } from './cookies.ts';

const lifeSec = 4 * 3600;

const sign = (secrets: Secrets, visitor: string, expires: number): Buffer =>
  secrets.hmac('csrf', `${visitor}|${expires}`);

const visitorCookie = (visitor: string): Cookie => ({ name: cookies.visitor, value: visitor, http_only: true });

/** A new id of the visitor, which invalidates earlier tokens; sent on login and logout. */
export const newVisitor = (): Cookie => visitorCookie(makeToken());

/** A token bound to the visitor's HttpOnly cookie, which is set when absent; valid for four hours; earlier tokens stay valid until they expire. */
export function issueCsrfToken(
  existing: string | undefined,
  { secrets, now }: { secrets: Secrets; now: Date },
): { token: string; cookies: Cookie[] } {
  const visitor = existing || makeToken();
  const expires = Math.floor(now.getTime() / 1000) + lifeSec;
  return {
    token: `${expires}.${sign(secrets, visitor, expires).toString('base64url')}`,
    cookies: existing ? [] : [visitorCookie(visitor)],
  };
}

/** Recently verified tokens with their visitors: a page sends the same one with every write. */
const caches = new WeakMap<Secrets, LRUCache<string, string>>();

function isSigned(
  secrets: Secrets,
  visitor: string,
  token: string,
  { expires, mac }: { expires: string; mac: string },
): boolean {
  const good = caches.get(secrets) ?? new LRUCache<string, string>({ max: 10_000 });
  caches.set(secrets, good);
  if (good.get(token) === visitor) return true;
  const isSame = isSameBytes(sign(secrets, visitor, Number(expires)), Buffer.from(mac, 'base64url'));
  if (isSame) good.set(token, visitor);
  return isSame;
}

/** Refuses a browser's write whose token is missing, wrong or expired. */
export function checkCsrfToken(request: FastifyRequest, options: { secrets: Secrets; now: Date }): void {
  const body = request.body as { _token?: unknown } | undefined;
  const submitted = request.headers['x-csrf-token'] ?? body?._token;
  const token = typeof submitted === 'string' ? submitted : '';
  const visitor = request.cookies[cookies.visitor];
  const [expires = '', mac = ''] = token.split('.');
  const isFresh = Number(expires) * 1000 > options.now.getTime();
  const isValid = visitor !== undefined && isFresh && isSigned(options.secrets, visitor, token, { expires, mac });
  if (!isValid) throw new AppError('csrf.token');
}
