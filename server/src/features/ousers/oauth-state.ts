import { createHash, randomBytes } from 'node:crypto';
import type { LoginType } from '@kaike/shared/domain/people/third-party';
import { cookieOptions } from '../../http/cookies.ts';
import type { Call } from '../../http/route.ts';
import { hashToken, isSameBytes, makeToken } from '../../core/secrets.ts';

export type Purpose = 'login' | 'bind' | 'open_id';
export type Errand = { type: LoginType; purpose: Purpose; back_url: string; user_id: number | null };

/** Binds the callback to the browser that started the login; a random value that expires with the state. */
const browserCookie = 'kaike_other_login';
export const wayMs = 600_000;
const cookiePattern = /^[\w-]{43}$/;

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** The mark of this browser, extended by ten minutes; created if it has none. */
export function markBrowser({ request, reply }: Call): string {
  const existing = request.cookies[browserCookie];
  const mark = existing && cookiePattern.test(existing) ? existing : makeToken();
  void reply.setCookie(browserCookie, mark, {
    ...cookieOptions(request.protocol === 'https'),
    httpOnly: true,
    maxAge: wayMs / 1000,
  });
  return mark;
}

/** Hash of this browser's mark, as stored. */
export const browserHash = (call: Pick<Call, 'request'>): Buffer =>
  hashToken(call.request.cookies[browserCookie] ?? '');

/** Stores a login attempt at another service and returns what is sent to the service. */
export async function beginErrand(call: Call, errand: Errand): Promise<{ state: string; challenge: string }> {
  const { db, clock } = call.ctx;
  // Letters and digits only, as the strictest service requires.
  const state = randomBytes(32).toString('hex');
  const verifier = makeToken();
  await db
    .insertInto('oauth_states')
    .values({
      state_hash: hashToken(state),
      browser_hash: hashToken(markBrowser(call)),
      ...errand,
      verifier,
      expires_at: new Date(clock().getTime() + wayMs),
    })
    .execute();
  return { state, challenge: challengeOf(verifier) };
}

/** Consumes the state and returns its login attempt; null if the state belongs to another browser or service, is used, or has expired. */
export async function endErrand(
  call: Call,
  { type, state }: { type: LoginType; state: string },
): Promise<(Errand & { verifier: string }) | null> {
  const row = await call.ctx.db
    .deleteFrom('oauth_states')
    .where('state_hash', '=', hashToken(state))
    .returningAll()
    .executeTakeFirst();
  if (
    !row ||
    row.expires_at <= call.ctx.clock() ||
    row.type !== type ||
    !isSameBytes(row.browser_hash, browserHash(call))
  )
    return null;
  return {
    type,
    purpose: row.purpose as Purpose,
    back_url: row.back_url,
    user_id: row.user_id,
    verifier: row.verifier,
  };
}
