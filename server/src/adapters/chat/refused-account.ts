import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Refusal } from './watch-vendor.ts';

const stateKey = 'chat_refusal';

/** Notes for the dashboard that a vendor refuses the account; null takes the note back. */
export async function noteRefusal(db: Db, refusal: Refusal | null, now: Date): Promise<void> {
  if (refusal === null) {
    await sql`delete from app_state where key = ${stateKey}`.execute(db);
    return;
  }
  const value = JSON.stringify(refusal);
  await sql`insert into app_state (key, value, updated_at) values (${stateKey}, ${value}::jsonb, ${now})
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(db);
}

/** Whether a vendor refused the account within a day, and has not answered since. */
export async function isRefused(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from app_state where key = ${stateKey}
    and updated_at > ${now}::timestamptz - interval '1 day'`.execute(db);
  return rows.length > 0;
}
