import { sql } from 'kysely';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { Db } from '../../../db/pool.ts';

type StudyTime = {
  member_id: number;
  course_id: number;
  sec: number;
  /** Lessons that were finished by it. */
  done: number;
  now: Date;
};

/** Adds study time to what a member has gathered (`fold-study.ts` adds that to the totals) and to the day. */
export async function addStudyTime(trx: Db, { member_id, course_id, sec, done, now }: StudyTime): Promise<void> {
  await sql`insert into study_gathered as s (member_id, study_sec, last_study_at) values (${member_id}, ${sec}, ${now})
    on conflict (member_id) do update set study_sec = s.study_sec + excluded.study_sec,
      last_study_at = greatest(s.last_study_at, excluded.last_study_at)`.execute(trx);
  if (sec + done === 0) return;
  await sql`insert into learning_days as d (member_id, day, course_id, study_sec, lessons_done)
    values (${member_id}, (${now}::timestamptz at time zone ${defaultTimeZone})::date, ${course_id}, ${sec}, ${done})
    on conflict (member_id, day, course_id) do update set study_sec = d.study_sec + excluded.study_sec, lessons_done = d.lessons_done + excluded.lessons_done`.execute(
    trx,
  );
}
