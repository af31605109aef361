import type * as savedViews from '@kaike/shared/contracts/saved-views';
import { AppError } from '../../core/app-error.ts';
import type { AdminCallOf } from '../../core/call.ts';
import { findView, writeView } from './saved-views.store.ts';
import { present } from './present-view.ts';
import { listOf } from './list-of-views.ts';
import { checkRole } from './check-role.ts';
import { parseView } from './parse-view.ts';
import { lockOwn } from './lock-own-view.ts';

export async function updateSavedView(call: AdminCallOf<typeof savedViews.updateSavedView>) {
  return call.ctx.db.transaction().execute(async (trx) => {
    const row = await lockOwn(trx, call.actor, call.params.id);
    const values = parseView(await listOf(call, row.resource), call.body);
    if (row.version !== call.body.version)
      throw new AppError('record.stale', { current: await findView(trx, call.actor, row.id) });
    // The previous role may stay even if the owner no longer has it.
    if (values.role_id !== row.role_id) await checkRole(trx, call.actor, values.role_id);
    await writeView(trx, row.id, values);
    return present(trx, call.actor, row.id);
  });
}
