import type * as savedViews from '@kaike/shared/contracts/office/saved-views';
import { assert } from '../../../core/app-error.ts';
import { withIdempotency } from '../../../core/with-idempotency.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { countViews, insertView } from './saved-views.store.ts';
import { presentView } from './present-view.ts';
import { loadListDefinition } from './load-list-definition.ts';
import { checkViewRole } from './check-view-role.ts';
import { parseView } from './parse-view.ts';

/** Maximum views per user and list. */
const maxViews = 50;

export async function createSavedView(call: AdminCallOf<typeof savedViews.createSavedView>) {
  const definition = await loadListDefinition(call, call.body.resource);
  const values = parseView(definition, call.body);
  return withIdempotency(call, 'saved-views.create', async (trx) => {
    await checkViewRole(trx, call.actor, values.role_id);
    assert((await countViews(trx, call.actor, definition.name)) < maxViews, 'list.too_many_views');
    const id = await insertView(trx, call.actor, { ...values, resource: definition.name });
    return presentView(trx, call.actor, id);
  });
}
