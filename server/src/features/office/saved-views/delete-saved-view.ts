import type { AdminCall, ById } from '../../../core/call.ts';
import { deleteView } from './saved-views.store.ts';
import { lockOwnView } from './lock-own-view.ts';

export async function deleteSavedView(call: AdminCall & ById) {
  return call.ctx.db.transaction().execute(async (trx) => {
    const row = await lockOwnView(trx, call.actor, call.params.id);
    await deleteView(trx, row.id);
    return { deleted: true };
  });
}
