import { sql } from 'kysely';
import { courseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { Db } from '../../../../db/pool.ts';
import { isOffered } from '../../../catalog/courses/public.ts';

export type Finished = {
  title: string;
  lesson_count: number;
  study_sec: number;
  started_on: string;
  finished_on: string;
  days: number;
  notes: number;
  teacher: string;
  closing_words: string;
  has_certificate: boolean;
  is_public: boolean;
};

/** What a member did in a course whose lessons are all finished; undefined while one is missing. */
export async function findFinished(
  db: Db,
  { member_id, course_id }: { member_id: number; course_id: number },
): Promise<Finished | undefined> {
  const { rows } = await sql<Finished>`
    select c.title, c.closing_words,
      exists (select 1 from study_certificates s where s.member_id = ${member_id} and s.course_id = c.id) as has_certificate, c.status = ${courseStatus.published} as is_public, x.lesson_count, x.study_sec, x.started_on, x.finished_on,
      (select count(distinct d.day)::int from learning_days d where d.member_id = ${member_id} and d.course_id = c.id and d.study_sec > 0) as days,
      (select count(*)::int from lesson_notes n where n.member_id = ${member_id} and n.course_id = c.id) as notes,
      coalesce((select t.name from teachers t where t.id = c.teacher_ids[1] and t.deleted_at is null), '') as teacher
    from courses c, lateral (
      select count(*)::int as lesson_count, count(r.completed_at)::int as done, coalesce(sum(r.study_sec), 0)::int as study_sec,
        (min(r.first_at) at time zone ${defaultTimeZone})::date as started_on, (max(r.completed_at) at time zone ${defaultTimeZone})::date as finished_on
      from lessons l join chapters h on h.id = l.chapter_id and h.deleted_at is null
        left join learning_records r on r.lesson_id = l.id and r.member_id = ${member_id}
      where l.course_id = c.id and l.deleted_at is null and ${isOffered}) x
    where c.id = ${course_id} and c.deleted_at is null and x.lesson_count > 0 and x.done = x.lesson_count`.execute(db);
  return rows[0];
}
