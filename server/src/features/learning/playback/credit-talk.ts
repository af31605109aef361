import { sql } from 'kysely';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import type { Db } from '../../../db/pool.ts';
import { hasRight } from './play-access.ts';
import { findPlayFacts } from './play-facts.read.ts';
import { addStudyTime } from './study-time.ts';

type TalkCredit = {
  member_id: number;
  lesson_id: number;
  /** Seconds of talk since the last credit. */
  talk_sec: number;
  percent: number;
  is_complete: boolean;
  now: Date;
};

/**
 * Records a talk as progress in the lesson whose scene it plays, and finishes the lesson once. The caller holds the lock of the member. A
 * talk about any other lesson, and one whose right has lapsed, counts nothing.
 */
export async function creditTalk(trx: Db, { talk_sec: sec, percent, is_complete, ...talk }: TalkCredit): Promise<void> {
  const { member_id, lesson_id, now } = talk;
  const facts = await findPlayFacts(trx, talk);
  if (facts?.type !== lessonType.ai_scene || !hasRight(facts)) return;
  const isFinishing = is_complete && facts.completed_at === null;
  const reached = facts.completed_at === null ? Math.max(facts.percent, percent) : 100;
  const seenSec = Math.floor((facts.duration_sec * reached) / 100);
  await sql`insert into learning_records as r (member_id, agency_id, course_id, lesson_id, duration_sec, seen_sec, study_sec, percent, first_at, last_at, completed_at)
    select id, agency_id, ${facts.course_id}::bigint, ${lesson_id}::bigint, ${facts.duration_sec}::int, ${seenSec}::int, ${sec}::int, ${reached}::int, ${now}::timestamptz,
      ${now}::timestamptz, ${isFinishing ? now : null}::timestamptz from members where id = ${member_id}
    on conflict (member_id, lesson_id) do update set agency_id = excluded.agency_id, course_id = excluded.course_id, duration_sec = excluded.duration_sec,
      seen_sec = excluded.seen_sec, study_sec = r.study_sec + excluded.study_sec, percent = excluded.percent, last_at = excluded.last_at,
      completed_at = coalesce(r.completed_at, excluded.completed_at)`.execute(trx);
  await addStudyTime(trx, { member_id, course_id: facts.course_id, sec, done: isFinishing ? 1 : 0, now });
}
