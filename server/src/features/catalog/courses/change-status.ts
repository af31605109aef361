import { sql } from 'kysely';
import type { CourseFault } from '@kaike/shared/domain/catalog/courses/course-check';
import { courseActions, courseStatus, type CourseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { allows } from '@kaike/shared/domain/status';
import type { courses } from '@kaike/shared/resources/catalog/courses';
import type { Db } from '../../../db/pool.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import type { ActionRun, ActionResult, FailedRow, RowOf } from '../../../kit/behaviour.ts';
import { findFaults, mayPublish } from './check-courses.ts';

const isAllowed = (row: RowOf<typeof courses>, status: CourseStatus): boolean =>
  row.status === status ||
  allows(courseActions, status === courseStatus.published ? 'publish' : 'take_off', row.status);

/** Records when a course was published and clears schedules that are past. */
export async function recordTimes(
  trx: Db,
  { ids, status, now }: { ids: readonly number[]; status: CourseStatus; now: Date },
): Promise<void> {
  await sql`update courses set publish_at = case when ${status === courseStatus.published} then least(coalesce(publish_at, ${now}::timestamptz), ${now}::timestamptz) end,
      unpublish_at = case when unpublish_at > ${now}::timestamptz then unpublish_at end
    where id = any(${[...ids]}::bigint[])`.execute(trx);
}

/** Why a course cannot be published: it has no playable lesson, or a lesson without content. */
function refusal({ id, title }: { id: number; title: string }, faults: readonly CourseFault[]): FailedRow[] {
  if (mayPublish(faults)) return [];
  const empty = faults.flatMap(({ key, lesson = '' }) => (key === 'lesson_empty' ? [`“${lesson}”`] : []));
  return [
    empty.length === 0
      ? { id, code: 'course.empty', params: { title } }
      : { id, code: 'course.lessons_empty', params: { title, lessons: empty.join(' ') } },
  ];
}

/** Publishes courses or takes them off the shelf. A course that lacks something mandatory is not published. */
export async function changeStatus({
  trx,
  call,
  rows,
  input,
}: ActionRun<typeof courses, 'change-status'>): Promise<ActionResult> {
  const status = input.status;
  const ids = rows.map((row) => row.id);
  const faults = status === courseStatus.published ? await findFaults(trx, ids) : new Map<number, CourseFault[]>();
  const failed = rows.flatMap((row): FailedRow[] => {
    if (!isAllowed(row, status)) return [{ id: row.id, code: 'record.state' }];
    return row.status === status ? [] : refusal({ id: row.id, title: String(row.title) }, faults.get(row.id) ?? []);
  });
  const refused = new Set(failed.map((row) => row.id));
  const changed = rows.filter((row) => !refused.has(row.id) && row.status !== status).map((row) => row.id);
  await setColumns({ trx, call }, 'courses', { ids: changed, values: { status } });
  await recordTimes(trx, { ids: changed, status, now: call.ctx.clock() });
  return { changed: changed.length, failed };
}
