import { sql } from 'kysely';
import type { Outline } from '@kaike/shared/contracts/catalog/courses';
import type { Db } from '../../../../db/pool.ts';
import { assert } from '../../../../core/app-error.ts';
import { withIdempotency } from '../../../../core/with-idempotency.ts';
import type { AdminCall, ById } from '../../../../core/call.ts';
import type { Values, Write } from '../../../../kit/behaviour.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { isOffered } from './lesson-ready.ts';
import { loadOutline } from './load-outline.ts';

export type CourseRow = { id: number; title: string; outline_version: number };
/** A change in progress: the course is locked, so that changes of one outline are serialised. */
export type OutlineChange = { trx: Db; now: Date; course: CourseRow };
/** What was done, for the log; null when nothing changed. */
export type ChangeEntry = { action: string; before?: Values | null; after?: Values | null; id?: number } | null;
export type OutlineResult = { outline: Outline; id?: number };

async function lockCourse(trx: Db, id: number): Promise<CourseRow> {
  const { rows } =
    await sql<CourseRow>`select id, title, outline_version from courses where id = ${id} and deleted_at is null for update`.execute(
      trx,
    );
  assert(rows[0], 'record.not_found');
  return rows[0];
}

/** Recounts lessons and their seconds, for courses whose outline or videos changed. */
export async function recountCourses(trx: Db, ids: readonly number[]): Promise<void> {
  await sql`update courses c set lesson_count = x.lessons, duration_sec = x.seconds
    from (select i.id, count(l.id)::int as lessons, coalesce(sum(l.duration_sec), 0)::int as seconds
      from unnest(${ids}::bigint[]) as i(id)
        left join chapters h on h.course_id = i.id and h.deleted_at is null
        left join lessons l on l.chapter_id = h.id and l.deleted_at is null and ${isOffered}
      group by i.id) x
    where c.id = x.id`.execute(trx);
}

/** Prevents a video from being finished or deleted meanwhile. Lock order: videos before courses, here and when processing finishes. */
async function lockMedia(trx: Db, id: number | null | undefined): Promise<void> {
  if (id) await sql`select id from media where id = ${id} for share`.execute(trx);
}

/** Runs one change of a course's outline with counts and log, in the given transaction. Returns what was done. */
export async function applyChange(
  { trx, call }: Write,
  courseId: number,
  work: (change: OutlineChange) => Promise<ChangeEntry>,
): Promise<ChangeEntry> {
  const now = call.ctx.clock();
  const course = await lockCourse(trx, courseId);
  const entry = await work({ trx, now, course });
  if (!entry) return null;
  await recountCourses(trx, [course.id]);
  await sql`update courses set outline_version = outline_version + 1, updated_at = ${now}, updated_by = ${call.actor.user_id}
    where id = ${course.id}`.execute(trx);
  const { action, before = null, after = null } = entry;
  await writeLog(trx, call, {
    resource: 'courses',
    record_id: course.id,
    record_title: course.title,
    action,
    before,
    after,
  });
  return entry;
}

/** Runs one change of a course's outline once per request, and returns the stored outline. `media_id` is the video the change attaches. */
export async function changeOutline(
  call: AdminCall & ById,
  work: (change: OutlineChange) => Promise<ChangeEntry>,
  options: { media_id?: number | null | undefined } = {},
): Promise<OutlineResult> {
  const courseId = call.params.id;
  return withIdempotency(call, `outline.${courseId}`, async (trx) => {
    await lockMedia(trx, options.media_id);
    const entry = await applyChange({ trx, call }, courseId, work);
    return {
      outline: await loadOutline(call.ctx, trx, courseId),
      ...(entry?.id === undefined ? {} : { id: entry.id }),
    };
  });
}

/** Only the keys whose values differ, before and after. */
export function changesOf(before: Values, after: Values): { before: Values; after: Values } {
  const keys = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const pick = (row: Values): Values => Object.fromEntries(keys.map((key) => [key, row[key] ?? null]));
  return { before: pick(before), after: pick(after) };
}
