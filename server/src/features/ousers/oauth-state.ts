import { createHash, randomBytes } from 'node:crypto';
import type { LoginPurpose, LoginType } from '@kaike/shared/domain/people/third-party';
import type { Cookie } from '../../core/respond.ts';
import type { Call } from '../../core/call.ts';
import { hashToken, isSameBytes, makeToken } from '../../core/secrets.ts';

export type Errand = { type: LoginType; purpose: LoginPurpose; back_url: string; user_id: number | null };

/** Binds the callback to the browser that started the login; a random value that expires with the state. */
const browserCookie = 'kaike_other_login';
export const wayMs = 600_000;
const cookiePattern = /^[\w-]{43}$/;

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** The mark of this browser, extended by ten minutes; created if it has none. */
export function markBrowser({ cookies }: Call): { hash: Buffer; cookie: Cookie } {
  const existing = cookies[browserCookie];
  const mark = existing && cookiePattern.test(existing) ? existing : makeToken();
  return {
    hash: hashToken(mark),
    cookie: { name: browserCookie, value: mark, http_only: true, max_age: wayMs / 1000 },
  };
}

/** Hash of this browser's mark, as stored. */
export const browserHash = ({ cookies }: Pick<Call, 'cookies'>): Buffer => hashToken(cookies[browserCookie] ?? '');

/** Stores a login attempt at another service and returns what is sent to the service. */
export async function beginErrand(
  call: Call,
  errand: Errand,
): Promise<{ state: string; challenge: string; cookie: Cookie }> {
  const { db, clock } = call.ctx;
  const { hash, cookie } = markBrowser(call);
  // Letters and digits only, as the strictest service requires.
  const state = randomBytes(32).toString('hex');
  const verifier = makeToken();
  await db
    .insertInto('oauth_states')
    .values({
      state_hash: hashToken(state),
      browser_hash: hash,
      ...errand,
      verifier,
      expires_at: new Date(clock().getTime() + wayMs),
    })
    .execute();
  return { state, challenge: challengeOf(verifier), cookie };
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
    purpose: row.purpose,
    back_url: row.back_url,
    user_id: row.user_id,
    verifier: row.verifier,
  };
}
