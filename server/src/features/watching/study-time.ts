import { sql } from 'kysely';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { Db } from '../../db/pool.ts';

type StudyTime = {
  member_id: number;
  course_id: number;
  sec: number;
  /** Lessons that were finished by it. */
  done: number;
  now: Date;
};

/** Adds study time to the totals of a member and of the day. */
export async function addStudyTime(
  trx: Db,
  { member_id: memberId, course_id: courseId, sec, done, now }: StudyTime,
): Promise<void> {
  await sql`update members set total_study_sec = total_study_sec + ${sec}, last_study_at = greatest(last_study_at, ${now}::timestamptz)
    where id = ${memberId}`.execute(trx);
  if (sec + done === 0) return;
  await sql`insert into learning_days as d (member_id, day, course_id, study_sec, lessons_done)
    values (${memberId}, (${now}::timestamptz at time zone ${defaultTimeZone})::date, ${courseId}, ${sec}, ${done})
    on conflict (member_id, day, course_id) do update set study_sec = d.study_sec + excluded.study_sec, lessons_done = d.lessons_done + excluded.lessons_done`.execute(
    trx,
  );
}
