import type * as savedViews from '@kaike/shared/contracts/office/saved-views';
import type { BodyOf } from '@kaike/shared/kit/contract';
import { parseLayout } from '@kaike/shared/kit/list-layout';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { parseListQuery, parseSearch } from '../../../kit/read/list-query.ts';
import type { ViewValues } from './saved-views.store.ts';

type ViewBody = Pick<BodyOf<typeof savedViews.updateSavedView>, 'name' | 'query' | 'layout' | 'role_id'>;

/** Validates a view: unknown filters are refused, unknown columns are dropped. */
export function parseView(definition: ResourceDefinition, body: ViewBody): ViewValues {
  const query = body.query ?? '';
  parseListQuery(definition, parseSearch(query));
  const layout =
    body.layout === null || body.layout === undefined ? null : parseLayout(definition.list.columns, body.layout);
  return { name: body.name, query, layout, role_id: body.role_id ?? null };
}
