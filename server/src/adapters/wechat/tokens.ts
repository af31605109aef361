import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Secrets } from '../../core/secrets.ts';
import { AdapterError } from '../adapter-error.ts';
import { askService, readObject, textOf } from '../ask-service.ts';

export type Account = { app_id: string; secret: string; base: string };
type Given = { db: Db; secrets: Secrets; clock: () => Date };
type Fresh = { value: string; seconds: number };

const purpose = 'service-tokens';
const timeoutMs = 5000;
const earlyMs = 300_000;
/** The token is no longer good although its time is not over: another program has asked for one. */
const isStale = (error: unknown): boolean =>
  error instanceof AdapterError && ['40001', '40014', '42001'].includes(error.reason ?? '');

async function ask(question: { method: 'GET' | 'POST'; url: string; body?: string }, key: string): Promise<Fresh> {
  const reply = await askService({ ...question, timeout_ms: timeoutMs, is_safe: true });
  const answer = readObject(reply.text);
  const code = textOf(answer, 'errcode');
  if (code !== '' && code !== '0') throw new AdapterError(code === '-1' ? 'unavailable' : 'rejected', { reason: code });
  const value = textOf(answer, key);
  if (value === '') throw new AdapterError('bad_response', { reason: key });
  return { value, seconds: Number(answer['expires_in']) || 7200 };
}

/**
 * A token that every process shares: kept in the database, sealed, and renewed five minutes early by whoever holds its row,
 * while the others wait for it. `not` is a value that turned out to be no good.
 */
async function renewShared(
  { db, secrets, clock }: Given,
  name: string,
  renew: () => Promise<Fresh>,
  not?: string,
): Promise<string> {
  const read = async (from: Db, lock: boolean): Promise<string | null> => {
    const query = from.selectFrom('service_tokens').selectAll().where('name', '=', name);
    const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
    if (!row?.value || row.expires_at.getTime() - earlyMs <= clock().getTime()) return null;
    const value = secrets.open(purpose, row.value, name).toString('utf8');
    return value === not ? null : value;
  };
  const known = await read(db, false);
  if (known !== null) return known;
  await sql`insert into service_tokens (name) values (${name}) on conflict do nothing`.execute(db);
  return db.transaction().execute(async (trx) => {
    const meanwhile = await read(trx, true);
    if (meanwhile !== null) return meanwhile;
    const { value, seconds } = await renew();
    await trx
      .updateTable('service_tokens')
      .set({ value: secrets.seal(purpose, value, name), expires_at: new Date(clock().getTime() + seconds * 1000) })
      .where('name', '=', name)
      .execute();
    return value;
  });
}

const pending = new WeakMap<Db, Map<string, Promise<string>>>();

/**
 * One caller of a process asks and the others take its answer: each would hold a connection while it waits for the row, and
 * who holds the row of the ticket needs another one for the token.
 */
function shared(given: Given, name: string, renew: () => Promise<Fresh>, not?: string): Promise<string> {
  const ofDb = pending.get(given.db) ?? new Map<string, Promise<string>>();
  pending.set(given.db, ofDb);
  const key = `${name} ${not ?? ''}`;
  const asked = ofDb.get(key) ?? renewShared(given, name, renew, not).finally(() => ofDb.delete(key));
  ofDb.set(key, asked);
  return asked;
}

/** The account's access token, the same for every process. */
export function readAccessToken(given: Given, { app_id: appId, secret, base }: Account, not?: string): Promise<string> {
  const body = JSON.stringify({
    grant_type: 'client_credential',
    appid: appId,
    secret,
    force_refresh: not !== undefined,
  });
  return shared(
    given,
    `wechat-token:${appId}`,
    () => ask({ method: 'POST', url: `${base}/cgi-bin/stable_token`, body }, 'access_token'),
    not,
  );
}

/** The ticket pages are signed with, the same for every process. */
export function readTicket(given: Given, account: Account): Promise<string> {
  const renew = async (): Promise<Fresh> => {
    const fetchTicket = (token: string) =>
      ask(
        {
          method: 'GET',
          url: `${account.base}/cgi-bin/ticket/getticket?${new URLSearchParams({ access_token: token, type: 'jsapi' }).toString()}`,
        },
        'ticket',
      );
    const token = await readAccessToken(given, account);
    return fetchTicket(token).catch(async (error: unknown) => {
      if (!isStale(error)) throw error;
      return fetchTicket(await readAccessToken(given, account, token));
    });
  };
  return shared(given, `wechat-ticket:${account.app_id}`, renew);
}
