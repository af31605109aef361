import { createHash, randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { LoginPurpose, LoginType } from '@kaike/shared/domain/auth/third-party';
import type { Context } from '../../../core/context.ts';
import type { OpenedSession } from '../../../core/sessions/sessions.ts';
import type { Database } from '../../../db/tables.ts';
import type { Cookie } from '../../../core/respond.ts';
import type { Call } from '../../../core/call.ts';
import { hashToken, isSameBytes, makeToken } from '../../../core/secrets.ts';

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

/** What came of a login attempt, so that the callback can be answered again. */
export type OtherLoginResult = {
  redirect: string;
  nickname: string;
  /** Key of the claim on an identity that nobody owns yet. */
  other: string | null;
  session: OpenedSession | null;
  /** The WeChat open id, where that was the purpose. */
  open_id: string | null;
};

type StateRow = Selectable<Database['oauth_states']>;

const sealPurpose = 'oauth-result';
/** The service answers sooner, or the first request is lost and the next one may try. */
const takeOverMs = 20_000;
const lookAgainMs = 100;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Null where there is none, or where the secret was changed since: results live for minutes and are not sealed anew. */
function openResult({ secrets }: Context, { result, state_hash: hash }: StateRow): OtherLoginResult | null {
  if (!result) return null;
  try {
    return JSON.parse(secrets.open(sealPurpose, result, hash.toString('hex')).toString('utf8')) as OtherLoginResult;
  } catch {
    return null;
  }
}

/** Marks the state as used, unless another request is at it. */
async function useState({ ctx }: Call, hash: Buffer): Promise<boolean> {
  const now = ctx.clock();
  const { rows } = await sql`update oauth_states set used_at = ${now} where state_hash = ${hash} and result is null
    and (used_at is null or used_at < ${new Date(now.getTime() - takeOverMs)}) returning 1`.execute(ctx.db);
  return rows.length > 0;
}

export type TakenErrand = { errand: Errand & { verifier: string }; result: OtherLoginResult | null };

/**
 * The login attempt of a state. Only one request gets it without a result, to fulfil it; others wait for its result.
 * Null if the state belongs to another browser or service, or has expired.
 */
export async function claimErrand(
  call: Call,
  { type, state }: { type: LoginType; state: string },
): Promise<TakenErrand | null> {
  const hash = hashToken(state);
  const read = () =>
    call.ctx.db.selectFrom('oauth_states').selectAll().where('state_hash', '=', hash).executeTakeFirst();
  for (let row = await read(); row; row = await read()) {
    const isOurs = row.type === type && isSameBytes(row.browser_hash, browserHash(call));
    if (!isOurs || row.expires_at <= call.ctx.clock()) return null;
    const errand = { type, purpose: row.purpose, back_url: row.back_url, user_id: row.user_id, verifier: row.verifier };
    const result = openResult(call.ctx, row);
    if (result || (await useState(call, hash))) return { errand, result };
    await pause(lookAgainMs);
  }
  return null;
}

/** Stores what came of the attempt until its state expires; null if it failed and may be tried again. */
export async function closeErrand(
  { ctx }: Call,
  { state, result }: { state: string; result: OtherLoginResult | null },
): Promise<void> {
  const hash = hashToken(state);
  const sealed = result && ctx.secrets.seal(sealPurpose, JSON.stringify(result), hash.toString('hex'));
  await ctx.db
    .updateTable('oauth_states')
    .set(sealed ? { result: sealed } : { used_at: null })
    .where('state_hash', '=', hash)
    .execute();
}
