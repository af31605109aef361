import { useDeferredValue, useState } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { useResourceIndex, useResourceList, useResourceView, type ListPage } from '../../use-resource.ts';
import { useListLayout, useViews } from '../../views/use-views.ts';
import type { ListState } from '../use-list-state.ts';

/** The total and the sums are counted on the first page only; later pages reuse them. */
function useKnownTotal(list: ListPage | undefined): ListPage | undefined {
  const [last, setLast] = useState<ListPage | null>(null);
  if (list && list.total !== null && last !== list) setLast(list);
  if (!list || list.total !== null || !last) return list;
  return { ...list, total: last.total, total_exact: last.total_exact, sums: last.sums };
}

/** What a list shows: its saved views, what its user may do, the page of rows and the layout of its columns. */
export function useListPage(definition: ResourceDefinition, state: ListState) {
  const views = useViews(definition, state);
  const view = useResourceView(definition.name);
  const index = useResourceIndex(definition);
  const list = useResourceList(definition, { search: state.search, enabled: !views.is_waiting }, view);
  return {
    views,
    view,
    index,
    list,
    // Rows render in pauses, so that a page of a hundred blocks nobody.
    page: useKnownTotal(useDeferredValue(list.data)),
    listLayout: useListLayout(definition, state, views),
  };
}
