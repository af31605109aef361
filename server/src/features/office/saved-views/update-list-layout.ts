import type * as savedViews from '@kaike/shared/contracts/office/saved-views';
import { parseLayout } from '@kaike/shared/kit/list-layout';
import type { AdminCallOf } from '../../../core/call.ts';
import { writeLook } from './saved-views.store.ts';
import { presentView } from './present-view.ts';
import { loadListDefinition } from './load-list-definition.ts';

export async function updateListLayout(call: AdminCallOf<typeof savedViews.updateListLayout>) {
  const { resource, layout, default_view_id: view } = call.body;
  const definition = await loadListDefinition(call, resource);
  if (typeof view === 'number') await presentView(call.ctx.db, call.actor, view);
  await writeLook(call.ctx.db, call.actor, {
    resource,
    ...(layout === undefined ? {} : { layout: layout === null ? null : parseLayout(definition.list.columns, layout) }),
    ...(view === undefined ? {} : { default_view_id: view }),
  });
  return { saved: true };
}
