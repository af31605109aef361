import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Refusal } from './watch-vendor.ts';

/** A service of the AI teacher whose vendor may refuse the account. */
export type Service = 'chat' | 'speech' | 'transcription' | 'moderation' | 'translation';
/** A note belongs to an account: that the second vendor works says nothing of the first. */
const keyOf = (service: Service, account: string): string => `${service}_refusal ${account}`;

/** Notes for the dashboard that a vendor refuses the account; null takes the note back. */
export async function recordRefusal(
  db: Db,
  service: Service,
  { account, refusal, now }: { account: string; refusal: Refusal | null; now: Date },
): Promise<void> {
  const key = keyOf(service, account);
  // Notes of accounts that were replaced go with it.
  await sql`delete from app_state where key = ${key} or (starts_with(key, ${keyOf(service, '')})
    and updated_at <= ${now}::timestamptz - interval '1 day')`.execute(db);
  if (refusal === null) return;
  const value = JSON.stringify(refusal);
  await sql`insert into app_state (key, value, updated_at) values (${key}, ${value}::jsonb, ${now})
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(db);
}

/** Whether a vendor refused one of these accounts within a day, and has not answered since. */
export async function isRefused(
  db: Db,
  service: Service,
  { accounts, now }: { accounts: readonly string[]; now: Date },
): Promise<boolean> {
  const { rows } = await sql`select 1 from app_state where key = any(${accounts.map((one) => keyOf(service, one))})
    and updated_at > ${now}::timestamptz - interval '1 day'`.execute(db);
  return rows.length > 0;
}
