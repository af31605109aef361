import type * as savedViews from '@kaike/shared/contracts/office/saved-views';
import { AppError } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { findView, writeView } from './saved-views.store.ts';
import { presentView } from './present-view.ts';
import { loadListDefinition } from './load-list-definition.ts';
import { checkViewRole } from './check-view-role.ts';
import { parseView } from './parse-view.ts';
import { lockOwnView } from './lock-own-view.ts';

export async function updateSavedView(call: AdminCallOf<typeof savedViews.updateSavedView>) {
  return call.ctx.db.transaction().execute(async (trx) => {
    const row = await lockOwnView(trx, call.actor, call.params.id);
    const values = parseView(await loadListDefinition(call, row.resource), call.body);
    if (row.version !== call.body.version)
      throw new AppError('record.stale', { current: await findView(trx, call.actor, row.id) });
    // The previous role may stay even if the owner no longer has it.
    if (values.role_id !== row.role_id) await checkViewRole(trx, call.actor, values.role_id);
    await writeView(trx, row.id, values);
    return presentView(trx, call.actor, row.id);
  });
}
