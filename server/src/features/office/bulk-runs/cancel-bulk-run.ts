import { sql } from 'kysely';
import { bulkState } from '@kaike/shared/domain/office/bulk-run';
import type { AdminCall, ById } from '../../../core/call.ts';
import { presentRun } from './bulk-run.store.ts';
import { loadOwnRun } from './load-own-run.ts';

export async function cancelBulkRun(call: AdminCall & ById) {
  const { id } = await loadOwnRun(call);
  const now = call.ctx.clock();
  // Waits for the page in progress, which is completed.
  await sql`update bulk_runs set state = ${bulkState.cancelled}, updated_at = ${now}, ended_at = ${now} where id = ${id} and state in (${bulkState.running}, ${bulkState.failed})`.execute(
    call.ctx.db,
  );
  return { run: presentRun(call.t, await loadOwnRun(call)) };
}
