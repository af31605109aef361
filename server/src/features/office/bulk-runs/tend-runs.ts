import { sql } from 'kysely';
import { bulkResultDays, bulkState } from '@kaike/shared/domain/office/bulk-run';
import type { Context } from '../../../core/context.ts';
import { addJob, jobPriority } from '../../../core/job.ts';

/** A page takes about a second; a run without progress for this long has lost its job. */
const stalledSeconds = 60;

/** Re-enqueues runs whose job died with its server; the job queue itself would wait hours. */
export async function resumeRuns(ctx: Context): Promise<number> {
  const now = ctx.clock();
  const before = new Date(now.getTime() - stalledSeconds * 1000);
  return ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      id: number;
    }>`select id from bulk_runs where state = ${bulkState.running} and updated_at < ${before} for update skip locked`.execute(
      trx,
    );
    for (const { id } of rows) {
      await addJob(trx, 'bulk-run', { id }, { key: `bulk-run:${id}`, priority: jobPriority.first });
      await sql`update bulk_runs set updated_at = ${now} where id = ${id}`.execute(trx);
    }
    return rows.length;
  });
}

/** Deletes runs whose results have expired. */
export async function forgetRuns(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock().getTime() - bulkResultDays * 86_400_000);
  await sql`delete from bulk_runs where ended_at < ${before}`.execute(ctx.db);
}
