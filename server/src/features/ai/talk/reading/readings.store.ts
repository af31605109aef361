import { sql } from 'kysely';
import type { OtherSound } from '../../../../adapters/sounds/port.ts';
import type { Db } from '../../../../db/pool.ts';

type ReadingKey = { member_id: number; message_id: number; is_better: boolean };

/** What the last reading of this sentence was heard with; null when there was none within an hour. */
export async function findLast(
  db: Db,
  { member_id, message_id: id, is_better }: ReadingKey,
  now: Date,
): Promise<OtherSound[] | null> {
  const { rows } = await sql<{ sounds: OtherSound[] }>`select sounds from ai_readings
    where member_id = ${member_id} and message_id = ${id} and is_better = ${is_better} and created_at > ${now}::timestamptz - interval '1 hour'
    order by id desc limit 1`.execute(db);
  return rows[0]?.sounds ?? null;
}

export async function addReading(
  db: Db,
  { member_id, message_id: id, is_better, chat_id }: ReadingKey & { chat_id: number },
  { sounds, now }: { sounds: readonly OtherSound[]; now: Date },
): Promise<void> {
  await sql`insert into ai_readings (member_id, chat_id, message_id, is_better, sounds, created_at)
    values (${member_id}, ${chat_id}, ${id}, ${is_better}, ${JSON.stringify(sounds)}::jsonb, ${now})`.execute(db);
}

/** Removes what no reading is compared with any more. */
export async function removeReadings(db: Db): Promise<void> {
  await sql`delete from ai_readings where created_at < now() - interval '1 hour'`.execute(db);
}
