import type * as savedViews from '@kaike/shared/contracts/office/saved-views';
import type { AdminCallOf } from '../../../core/call.ts';
import { findViews, findLook, findRoles } from './saved-views.store.ts';
import { loadListDefinition } from './load-list-definition.ts';

export async function listSavedViews(call: AdminCallOf<typeof savedViews.listSavedViews>) {
  const { name } = await loadListDefinition(call, call.query.resource);
  const { db } = call.ctx;
  const [views, look, roles] = await Promise.all([
    findViews(db, call.actor, name),
    findLook(db, call.actor, name),
    findRoles(db, call.actor),
  ]);
  return { views, ...look, roles };
}
