import { sql } from 'kysely';
import type { Db } from '../../../../db/pool.ts';

/** Cases that were made from these talks, and what runs kept of them, go with the talks. */
export async function eraseCases(trx: Db, chatIds: readonly number[]): Promise<void> {
  await sql`with gone as (delete from ai_lab_cases where source_chat_id = any(${[...chatIds]}::bigint[]) returning id)
    update ai_lab_runs r set results = (select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(r.results) e
        where e ->> 'case_id' is null or (e ->> 'case_id')::bigint not in (select id from gone))
    where exists (select 1 from gone g where r.results @> jsonb_build_array(jsonb_build_object('case_id', g.id)))`.execute(
    trx,
  );
}
