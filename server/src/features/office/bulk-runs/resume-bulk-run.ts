import { sql } from 'kysely';
import { bulkState } from '@kaike/shared/domain/office/bulk-run';
import type { AdminCall, ById } from '../../../core/call.ts';
import { addJob, jobPriority } from '../../../core/job.ts';
import { presentRun } from './bulk-run.store.ts';
import { loadOwnRun } from './load-own-run.ts';

export async function resumeBulkRun(call: AdminCall & ById) {
  const { id } = await loadOwnRun(call);
  await call.ctx.db.transaction().execute(async (trx) => {
    const { rows } =
      await sql`update bulk_runs set state = ${bulkState.running}, attempts = 0, error_code = null, error_params = '{}', updated_at = ${call.ctx.clock()}, ended_at = null
      where id = ${id} and state = ${bulkState.failed} returning id`.execute(trx);
    if (rows.length > 0) await addJob(trx, 'bulk-run', { id }, { key: `bulk-run:${id}`, priority: jobPriority.first });
  });
  return { run: presentRun(call.t, await loadOwnRun(call)) };
}
