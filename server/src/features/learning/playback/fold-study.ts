import { sql } from 'kysely';
import type { Context } from '../../../core/context.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/pool.ts';

/** Members in one statement: beats of these wait for it. */
const pageMembers = 500;

const listing = sql`listed_percent = percent, listed_study_sec = r.study_sec, listed_last_at = last_at`;
const isStale = sql`(listed_percent, listed_study_sec, listed_last_at) is distinct from (percent, r.study_sec, last_at)`;

/**
 * Adds what heartbeats gathered to the members' totals and brings the listed figures of their records up to date. `page` selects
 * the members and locks them before anything else of theirs; the gathered row comes before the records, as in a beat. The records
 * are read by a second statement, which sees the beats that the first one waited for. Returns the last member of the page.
 */
async function fold(trx: Db, page: ReturnType<typeof sql>): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`with page as materialized (${page}), taken as (
      delete from study_gathered s using page where s.member_id = page.id returning s.*
    ), totals as (
      update members m set total_study_sec = m.total_study_sec + taken.study_sec, last_study_at = greatest(m.last_study_at, taken.last_study_at)
      from taken where m.id = taken.member_id
    )
    select id from page order by id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await sql`update learning_records r set ${listing} where r.member_id = any(${ids}::bigint[]) and ${isStale}`.execute(
      trx,
    );
  return ids.at(-1);
}

/** Folds what these members have gathered, for work that reads or moves their totals; the caller has locked them. */
export async function foldStudyOf(trx: Db, memberIds: readonly number[]): Promise<void> {
  await fold(trx, sql`select unnest(${memberIds}::bigint[]) as id`);
}

/** Brings the listed figures of a member's records up to date after work other than studying changed them. */
export async function listRecordsOf(trx: Db, memberId: number): Promise<void> {
  await sql`update learning_records r set ${listing} where r.member_id = ${memberId} and ${isStale}`.execute(trx);
}

/** Folds what all members have gathered, page by page; a member that is locked waits for the next time. */
export async function foldStudy({ db }: Context): Promise<void> {
  const after = (id: number) => sql`select m.id from study_gathered s join members m on m.id = s.member_id
    where s.member_id > ${id} order by s.member_id limit ${pageMembers} for no key update of m skip locked`;
  const nextPage = (id: number) => inTransaction(db, (trx) => fold(trx, after(id)));
  for (let last: number | undefined = 0; last !== undefined;) last = await nextPage(last);
}
