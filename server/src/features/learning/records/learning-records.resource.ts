import { sql } from 'kysely';
import { watchedRanges } from '@kaike/shared/domain/learning/watched-bitmap';
import { missingSeconds, shownPercent } from '@kaike/shared/domain/catalog/courses/course-access';
import { learningRecords } from '@kaike/shared/resources/learning/learning-records';
import { defineBehaviour, type RowOf, type Values } from '../../../kit/behaviour.ts';
import type { AdminCall } from '../../../core/call.ts';

type Detail = {
  seen_bitmap: Buffer;
  percent: number;
  study_sec: number;
  last_at: Date;
  complete_percent: number;
  chapter_title: string;
};

/** Which parts of the lesson the member has seen, and what is still missing; figures as they are now, newer than those of the list. */
async function readDetail({ ctx }: AdminCall, row: RowOf<typeof learningRecords>): Promise<Values> {
  const { rows } =
    await sql<Detail>`select r.seen_bitmap, r.percent, r.study_sec, r.last_at, c.complete_percent, h.title as chapter_title
    from learning_records r join courses c on c.id = r.course_id join lessons l on l.id = r.lesson_id join chapters h on h.id = l.chapter_id
    where r.id = ${row.id}`.execute(ctx.db);
  const [detail] = rows;
  if (!detail) return {};
  const { seen_bitmap: bitmap, ...texts } = detail;
  const [duration, seenSec] = [Number(row.duration_sec), Number(row.seen_sec)];
  const missing = missingSeconds({
    duration_sec: duration,
    seen_sec: seenSec,
    complete_percent: detail.complete_percent,
    is_finished: row.completed_at !== null,
  });
  const percent = shownPercent({ percent: detail.percent, completed_at: row.completed_at });
  return { ...texts, percent, seen: watchedRanges(bitmap, duration), missing_sec: missing };
}

export const learningRecordsBehaviour = defineBehaviour(learningRecords, {
  read_from: 'learning_record_rows',
  computed: {
    lesson_title: sql`(select l.title from lessons l where l.id = r.lesson_id)`,
    member_mobile: sql`(select u.mobile_phone from members m join users u on u.id = m.user_id where m.id = r.member_id)`,
  },
  extend: readDetail,
});
