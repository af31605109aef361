import { sql } from 'kysely';
import { courseStatus, type CourseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import type { Job } from '../../../core/job.ts';
import { recordTimes } from './change-status.ts';
import { findFaults, mayPublish } from './check-courses.ts';

/** Locks and returns the courses that are due: drafts and shelved ones to publish, published ones to take off the shelf. */
async function findDue(
  trx: Db,
  column: 'publish_at' | 'unpublish_at',
  { from, now }: { from: readonly CourseStatus[]; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from courses where ${sql.ref(column)} <= ${now}::timestamptz and status = any(${[...from]}::int[]) and deleted_at is null
    order by id for update skip locked`.execute(trx);
  return rows.map(({ id }) => id);
}

async function setStatus(trx: Db, change: { ids: readonly number[]; status: CourseStatus; now: Date }): Promise<void> {
  await sql`update courses set status = ${change.status}, version = version + 1, updated_at = ${change.now} where id = any(${[...change.ids]}::bigint[])`.execute(
    trx,
  );
  await recordTimes(trx, change);
}

/** Publishes and takes off the shelf as scheduled; a course that lacks something mandatory waits until it has it. */
export async function applyCourseSchedule(ctx: Context): Promise<{ published: number[]; taken_off: number[] }> {
  const now = ctx.clock();
  const done = await ctx.db.transaction().execute(async (trx) => {
    const over = await findDue(trx, 'unpublish_at', { from: [courseStatus.published], now });
    await setStatus(trx, { ids: over, status: courseStatus.off_shelf, now });
    const due = await findDue(trx, 'publish_at', { from: [courseStatus.draft, courseStatus.off_shelf], now });
    const faults = await findFaults(trx, due);
    const published = due.filter((id) => mayPublish(faults.get(id)));
    await setStatus(trx, { ids: published, status: courseStatus.published, now });
    if (over.length + published.length > 0) await ctx.bus.publish(trx, 'site');
    return { published, taken_off: over };
  });
  if (done.published.length + done.taken_off.length > 0)
    ctx.log.info(done, 'courses were published or taken off at their time');
  return done;
}

export const keepCourseTimesJob: Job = {
  name: 'keep-course-times',
  cron: '* * * * *',
  run: async (ctx) => void (await applyCourseSchedule(ctx)),
};
