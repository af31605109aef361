import { sql } from 'kysely';
import { courseActions, courseStatus, switchStatus, type CourseStatus } from '@kaike/shared/domain/course-status';
import { mediaStatus } from '@kaike/shared/domain/media-status';
import { allows } from '@kaike/shared/domain/status';
import type { Db } from '../../db/pool.ts';
import { setColumns } from '../../kit/assign-input.ts';
import type { ActionGiven, ActionResult, FailedRow, Row } from '../../kit/behaviour.ts';
import { isPlayed } from './lesson-ready.ts';

/** Those of the courses in which there is something to play. */
export async function findPlayable(trx: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ course_id: number }>`select distinct l.course_id from lessons l
    join chapters h on h.id = l.chapter_id and h.deleted_at is null
    join media m on m.id = l.media_id and m.deleted_at is null and m.status = ${mediaStatus.ready}
    where l.course_id = any(${ids}::bigint[]) and l.deleted_at is null and l.status = ${switchStatus.on} and ${isPlayed}`.execute(trx);
  return new Set(rows.map((row) => row.course_id));
}

const isAllowed = (row: Row, status: CourseStatus): boolean =>
  row['status'] === status || allows(courseActions, status === courseStatus.published ? 'publish' : 'take_off', row['status'] as CourseStatus);

/** Keeps when a course was published; what was planned and is over is forgotten. */
export async function noteTimes(trx: Db, given: { ids: readonly number[]; status: CourseStatus; now: Date }): Promise<void> {
  const { ids, status, now } = given;
  await sql`update courses set publish_at = case when ${status === courseStatus.published} then least(coalesce(publish_at, ${now}::timestamptz), ${now}::timestamptz) end,
      unpublish_at = case when unpublish_at > ${now}::timestamptz then unpublish_at end
    where id = any(${[...ids]}::bigint[])`.execute(trx);
}

/** Publishes courses or takes them off the shelf. A course without a lesson to play is not published. */
export async function changeStatus({ trx, call, rows, input }: ActionGiven): Promise<ActionResult> {
  const status = input['status'] as CourseStatus;
  const ids = rows.map((row) => row.id);
  const playable = status === courseStatus.published ? await findPlayable(trx, ids) : new Set(ids);
  const failed = rows.flatMap((row): FailedRow[] => {
    if (!isAllowed(row, status)) return [{ id: row.id, code: 'record.state' }];
    return playable.has(row.id) ? [] : [{ id: row.id, code: 'course.empty', params: { title: String(row['title']) } }];
  });
  const refused = new Set(failed.map((row) => row.id));
  const changed = rows.filter((row) => !refused.has(row.id) && row['status'] !== status).map((row) => row.id);
  await setColumns({ trx, call }, 'courses', { ids: changed, values: { status } });
  await noteTimes(trx, { ids: changed, status, now: call.ctx.clock() });
  return { changed: changed.length, failed };
}
