import { sql } from 'kysely';
import type { Db } from '../../../../db/pool.ts';
import { listRecordsOf } from '../../../learning/playback/public.ts';
import type { Pair } from './move-references.ts';

export type SharedLearning = { lessons: number; seconds: number; courses: number[] };

/** Lessons both accounts learned, their courses, and the study time that would count twice. */
export async function loadShared(db: Db, { target, source }: Pair): Promise<SharedLearning> {
  const { rows } =
    await sql<SharedLearning>`select count(*)::int as lessons, coalesce(sum(least(k.study_sec, g.study_sec)), 0)::int as seconds,
      coalesce(array_agg(distinct k.course_id), '{}') as courses
    from learning_records g join learning_records k on k.member_id = ${target.member_id} and k.lesson_id = g.lesson_id
    where g.member_id = ${source.member_id}`.execute(db);
  return rows[0] ?? { lessons: 0, seconds: 0, courses: [] };
}

/**
 * Of a lesson both learned, what the further one saw stays, whole: two lessons seen in part do not add up to a finished
 * one. Study time is the greater of the two, never their sum.
 */
export async function combineRecords(trx: Db, mergeId: number, { target, source }: Pair): Promise<void> {
  await sql`insert into member_merge_moves (merge_id, table_name, before)
    select ${mergeId}::bigint, 'learning_records', jsonb_agg(to_jsonb(r)) from learning_records r
    where r.member_id in (${target.member_id}, ${source.member_id}) and exists (
      select 1 from learning_records o where o.lesson_id = r.lesson_id and o.member_id in (${target.member_id}, ${source.member_id}) and o.id <> r.id)
    having count(*) > 0`.execute(trx);
  await sql`with source as (
      delete from learning_records g using learning_records o
      where g.member_id = ${source.member_id} and o.member_id = ${target.member_id} and o.lesson_id = g.lesson_id
      returning g.*, (g.completed_at is not null, g.seen_sec) > (o.completed_at is not null, o.seen_sec) as is_further
    ), combined as (
      update learning_records k set
        seen_bitmap = case when g.is_further then g.seen_bitmap else k.seen_bitmap end,
        seen_sec = case when g.is_further then g.seen_sec else k.seen_sec end,
        percent = case when g.is_further then g.percent else k.percent end,
        duration_sec = case when g.is_further then g.duration_sec else k.duration_sec end,
        end_reached_at = case when g.is_further then g.end_reached_at else k.end_reached_at end,
        last_position = case when g.last_at > k.last_at then g.last_position else k.last_position end,
        study_sec = greatest(k.study_sec, g.study_sec), suspicious = greatest(k.suspicious, g.suspicious),
        slack_sec = least(k.slack_sec, g.slack_sec), first_at = least(k.first_at, g.first_at),
        last_at = greatest(k.last_at, g.last_at), completed_at = least(k.completed_at, g.completed_at)
      from source g where k.member_id = ${target.member_id} and k.lesson_id = g.lesson_id returning k.*
    )
    update member_merge_moves v set after = (select jsonb_agg(to_jsonb(c)) from combined c)
    where v.merge_id = ${mergeId} and v.table_name = 'learning_records' and v.column_name = ''`.execute(trx);
  await listRecordsOf(trx, target.member_id);
}

/** Days add up, except in courses with a lesson both learned: there the greater counts. */
export async function combineDays(
  trx: Db,
  mergeId: number,
  { target, source }: Pair,
  shared: SharedLearning,
): Promise<void> {
  await sql`insert into member_merge_moves (merge_id, table_name, before)
    select ${mergeId}::bigint, 'learning_days', jsonb_agg(to_jsonb(d)) from learning_days d
    where d.member_id = ${source.member_id} or (d.member_id = ${target.member_id}
      and exists (select 1 from learning_days o where o.member_id = ${source.member_id} and o.day = d.day and o.course_id = d.course_id))
    having count(*) > 0`.execute(trx);
  const sum = (column: string) => {
    const [own, other] = [sql.ref(`d.${column}`), sql.ref(`excluded.${column}`)];
    return sql`case when d.course_id = any(${shared.courses}::bigint[]) then greatest(${own}, ${other}) else ${own} + ${other} end`;
  };
  await sql`with source as (delete from learning_days where member_id = ${source.member_id} returning *), combined as (
      insert into learning_days as d (member_id, day, course_id, study_sec, lessons_done)
      select ${target.member_id}::bigint, day, course_id, study_sec, lessons_done from source
      on conflict (member_id, day, course_id) do update set study_sec = ${sum('study_sec')}, lessons_done = ${sum('lessons_done')} returning d.*
    )
    update member_merge_moves v set after = (select jsonb_agg(to_jsonb(c)) from combined c)
    where v.merge_id = ${mergeId} and v.table_name = 'learning_days'`.execute(trx);
}

/** Copies for lists, which follow their columns some minutes later. */
const listed = sql`array['listed_percent', 'listed_study_sec', 'listed_last_at']`;

/** Combined records that changed since the merge: undoing it would lose what was learned. */
export async function countLearnedSince(trx: Db, mergeId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from member_merge_moves v, jsonb_populate_recordset(null::learning_records, v.after) a
      left join learning_records r on r.id = a.id
    where v.merge_id = ${mergeId} and v.table_name = 'learning_records' and v.column_name = '' and to_jsonb(r) - ${listed} is distinct from to_jsonb(a) - ${listed}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** Puts both records of every combined lesson back. */
export async function separateRecords(trx: Db, mergeId: number): Promise<void> {
  const of = sql`v.merge_id = ${mergeId} and v.table_name = 'learning_records' and v.column_name = ''`;
  await sql`delete from learning_records r using member_merge_moves v, jsonb_populate_recordset(null::learning_records, v.after) a
    where ${of} and r.id = a.id`.execute(trx);
  await sql`insert into learning_records select b.* from member_merge_moves v, jsonb_populate_recordset(null::learning_records, v.before) b where ${of}`.execute(
    trx,
  );
}

/** Takes from each day what the merge added, so that what was learned since stays. */
export async function separateDays(trx: Db, mergeId: number, { target, source }: Pair): Promise<void> {
  const recorded = sql`select a.day, a.course_id, b.day is null as is_new, a.study_sec - coalesce(b.study_sec, 0) as study_sec,
      a.lessons_done - coalesce(b.lessons_done, 0) as lessons_done
    from member_merge_moves v, jsonb_populate_recordset(null::learning_days, v.after) a
      left join lateral jsonb_populate_recordset(null::learning_days, v.before) b
        on b.member_id = ${target.member_id} and b.day = a.day and b.course_id = a.course_id
    where v.merge_id = ${mergeId} and v.table_name = 'learning_days'`;
  await sql`update learning_days d set study_sec = d.study_sec - a.study_sec, lessons_done = d.lessons_done - a.lessons_done
    from (${recorded}) a where d.member_id = ${target.member_id} and d.day = a.day and d.course_id = a.course_id`.execute(
    trx,
  );
  await sql`delete from learning_days d using (${recorded}) a where d.member_id = ${target.member_id} and d.day = a.day and d.course_id = a.course_id
    and a.is_new and d.study_sec = 0 and d.lessons_done = 0`.execute(trx);
  await sql`insert into learning_days select b.* from member_merge_moves v, jsonb_populate_recordset(null::learning_days, v.before) b
    where v.merge_id = ${mergeId} and v.table_name = 'learning_days' and b.member_id = ${source.member_id}`.execute(
    trx,
  );
}
