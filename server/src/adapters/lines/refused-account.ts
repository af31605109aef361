import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Refusal } from './watch-vendor.ts';

/** A service of the AI teacher whose vendor may refuse the account. */
export type Service = 'chat' | 'speech' | 'transcription' | 'moderation' | 'translation';
const keyOf = (service: Service): string => `${service}_refusal`;

/** Notes for the dashboard that a vendor refuses the account; null takes the note back. */
export async function noteRefusal(
  db: Db,
  service: Service,
  { refusal, now }: { refusal: Refusal | null; now: Date },
): Promise<void> {
  if (refusal === null) {
    await sql`delete from app_state where key = ${keyOf(service)}`.execute(db);
    return;
  }
  const value = JSON.stringify(refusal);
  await sql`insert into app_state (key, value, updated_at) values (${keyOf(service)}, ${value}::jsonb, ${now})
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(db);
}

/** Whether a vendor refused the account within a day, and has not answered since. */
export async function isRefused(db: Db, service: Service, now: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from app_state where key = ${keyOf(service)}
    and updated_at > ${now}::timestamptz - interval '1 day'`.execute(db);
  return rows.length > 0;
}
