import type { AdminCall } from '../../../core/call.ts';
import { findRuns, presentRun } from './bulk-run.store.ts';

export async function listBulkRuns(call: AdminCall) {
  const runs = await findRuns(call.ctx.db, { user_id: call.actor.user_id, now: call.ctx.clock() });
  return { data: runs.map((run) => presentRun(call.t, run)) };
}
