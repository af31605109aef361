import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

/** Takes a correction away that the learner knows better; it counts once for a message. */
export async function dismissCorrection(
  trx: Db,
  { member_id, message_id, code }: { member_id: number; message_id: number; code: string },
): Promise<void> {
  await sql`with gone as (
      update ai_messages set corrections = (select coalesce(jsonb_agg(c), '[]') from jsonb_array_elements(corrections) c where c ->> 'code' <> ${code}::text)
      where id = ${message_id} and corrections @> jsonb_build_array(jsonb_build_object('code', ${code}::text)) returning 1)
    update ai_mistakes set dismissed = dismissed + 1, times = greatest(times - 1, 0)
    where member_id = ${member_id} and code = ${code} and exists (select 1 from gone)`.execute(trx);
}
