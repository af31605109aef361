import type * as setup from '@kaike/shared/contracts/system/setup';
import { assert } from '../../../../core/app-error.ts';
import { addJob, jobPriority } from '../../../../core/job.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { loadState, saveStep } from '../demo-state.ts';
import type { AdminCallOf } from '../../../../core/call.ts';

export async function createDemo(call: AdminCallOf<typeof setup.createDemo>) {
  const before = await loadState(call.ctx);
  // Never add invented members to a school in use.
  assert(before.is_empty, 'record.state');
  await call.ctx.db.transaction().execute(async (trx) => {
    await addJob(trx, 'make-demo', {}, { key: 'make-demo', priority: jobPriority.first });
    await writeLog(trx, call, { resource: 'setup', action: 'demo' });
  });
  await saveStep(call.ctx, 'demo school: waiting');
  return loadState(call.ctx);
}
