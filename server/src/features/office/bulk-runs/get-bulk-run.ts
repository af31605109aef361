import type { AdminCall, ById } from '../../../core/call.ts';
import { presentRun, presentFailures } from './bulk-run.store.ts';
import { loadOwnRun } from './load-own-run.ts';

export async function getBulkRun(call: AdminCall & ById) {
  const run = await loadOwnRun(call);
  return { run: presentRun(call.t, run), failures: await presentFailures(call.ctx.db, call.t, run) };
}
