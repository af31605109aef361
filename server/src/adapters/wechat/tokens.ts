import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Secrets } from '../../core/secrets.ts';
import { AdapterError } from '../../core/adapter-error.ts';
import { callService, parseObject, textOf } from '../call-service.ts';
import type { VendorClientDeps } from '../http-client/vendor-clients.ts';

export type WechatAccount = { app_id: string; secret: string; base: string };
export type TokenDeps = { db: Db; secrets: Secrets; clock: () => Date } & VendorClientDeps;
type NewToken = { value: string; seconds: number };

const purpose = 'service-tokens';
const timeoutMs = 5000;
const earlyMs = 300_000;
/** The token became invalid before it expired: another program has requested one. */
export const isStale = (error: unknown): boolean =>
  error instanceof AdapterError && ['40001', '40014', '42001'].includes(error.reason ?? '');

async function fetchToken(
  call: VendorClientDeps & { method: 'GET' | 'POST'; url: string; body?: string },
  key: string,
): Promise<NewToken> {
  const reply = await callService({ ...call, timeout_ms: timeoutMs, is_safe: true });
  const response = parseObject(reply.text);
  const code = textOf(response, 'errcode');
  if (code !== '' && code !== '0') throw new AdapterError(code === '-1' ? 'unavailable' : 'rejected', { reason: code });
  const value = textOf(response, key);
  if (value === '') throw new AdapterError('bad_response', { reason: key });
  return { value, seconds: Number(response['expires_in']) || 7200 };
}

/**
 * A token that every process shares: stored encrypted in the database, and renewed five minutes early by whichever process
 * locks its row, while the others wait. `rejected` is a value that turned out to be invalid.
 */
async function renewShared(
  { db, secrets, clock }: TokenDeps,
  name: string,
  renew: () => Promise<NewToken>,
  rejected?: string,
): Promise<string> {
  const read = async (from: Db, lock: boolean): Promise<string | null> => {
    const query = from.selectFrom('service_tokens').selectAll().where('name', '=', name);
    const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
    if (!row?.value || row.expires_at.getTime() - earlyMs <= clock().getTime()) return null;
    const value = secrets.open(purpose, row.value, name).toString('utf8');
    return value === rejected ? null : value;
  };
  const cached = await read(db, false);
  if (cached !== null) return cached;
  await sql`insert into service_tokens (name) values (${name}) on conflict do nothing`.execute(db);
  return db.transaction().execute(async (trx) => {
    const renewed = await read(trx, true);
    if (renewed !== null) return renewed;
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
 * Within a process one caller renews and the others share its promise: each would hold a connection while waiting for the
 * row, and the caller that locks the ticket's row needs another connection for the token.
 */
function shared(deps: TokenDeps, name: string, renew: () => Promise<NewToken>, rejected?: string): Promise<string> {
  const ofDb = pending.get(deps.db) ?? new Map<string, Promise<string>>();
  pending.set(deps.db, ofDb);
  const key = `${name} ${rejected ?? ''}`;
  const request = ofDb.get(key) ?? renewShared(deps, name, renew, rejected).finally(() => ofDb.delete(key));
  ofDb.set(key, request);
  return request;
}

const fetchAccessToken = (
  { fetch }: VendorClientDeps,
  { app_id, secret, base }: WechatAccount,
  isRenewed: boolean,
): Promise<NewToken> => {
  const request = { grant_type: 'client_credential', appid: app_id, secret, force_refresh: isRenewed };
  const url = `${base}/cgi-bin/stable_token`;
  return fetchToken({ method: 'POST', url, body: JSON.stringify(request), fetch }, 'access_token');
};

/** The account's access token, shared by all processes. */
export const loadAccessToken = (deps: TokenDeps, account: WechatAccount, rejected?: string): Promise<string> =>
  shared(
    deps,
    `wechat-token:${account.app_id}`,
    () => fetchAccessToken(deps, account, rejected !== undefined),
    rejected,
  );

/** Whether WeChat accepts the account, whatever token is stored; the valid one stays valid. */
export async function tryAccount(deps: VendorClientDeps, account: WechatAccount): Promise<void> {
  await fetchAccessToken(deps, account, false);
}

/** The ticket pages are signed with, shared by all processes. */
export function loadTicket(deps: TokenDeps, account: WechatAccount): Promise<string> {
  const renew = async (): Promise<NewToken> => {
    const fetchTicket = (token: string) =>
      fetchToken(
        {
          method: 'GET',
          fetch: deps.fetch,
          url: `${account.base}/cgi-bin/ticket/getticket?${new URLSearchParams({ access_token: token, type: 'jsapi' }).toString()}`,
        },
        'ticket',
      );
    const token = await loadAccessToken(deps, account);
    return fetchTicket(token).catch(async (error: unknown) => {
      if (!isStale(error)) throw error;
      return fetchTicket(await loadAccessToken(deps, account, token));
    });
  };
  return shared(deps, `wechat-ticket:${account.app_id}`, renew);
}
