import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../core/app-error.ts';
import { cookieOptions, cookies } from './cookies.ts';
import { isSameBytes, makeToken, type Secrets } from '../core/secrets.ts';

const lifeSec = 4 * 3600;

const sign = (secrets: Secrets, visitor: string, expires: number): Buffer =>
  secrets.hmac('csrf', `${visitor}|${expires}`);

/** Gives the visitor a new id, which invalidates earlier tokens; called on login and logout. */
export function renewVisitor(reply: FastifyReply, secure: boolean): string {
  const visitor = makeToken();
  void reply.setCookie(cookies.visitor, visitor, { ...cookieOptions(secure), httpOnly: true });
  return visitor;
}

/** A token bound to the visitor's HttpOnly cookie, which is set when absent; valid for four hours; earlier tokens stay valid until they expire. */
export function issueCsrfToken(
  request: FastifyRequest,
  reply: FastifyReply,
  options: { secrets: Secrets; now: Date; secure: boolean },
): string {
  const visitor = request.cookies[cookies.visitor] || renewVisitor(reply, options.secure);
  const expires = Math.floor(options.now.getTime() / 1000) + lifeSec;
  return `${expires}.${sign(options.secrets, visitor, expires).toString('base64url')}`;
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
