import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { request } from '../api/client.ts';
import type { ChoiceMaps } from './maps.ts';
import { loadResourceView, type ResourceView, type ShownRow } from './resource-view.ts';

export type ListPage = {
  data: ShownRow[];
  total: number | null;
  total_exact: boolean;
  /** Of the fields the list sums, over all rows that match; null where they were not all counted. */
  sums: Record<string, number> | null;
  per_page: number;
  current_page: number;
  last_page: number | null;
};
export type ResourceIndex = {
  list: ListPage;
  maps: ChoiceMaps;
  /** Rows of each view, counted up to a bound. */
  views: Record<string, number>;
  permissions: string[];
  configUrl: Record<string, string>;
  excel: {
    sheet: string;
    fileName: string;
    exportFields: Record<string, string>;
    importFields: Record<string, string>;
  };
};
export type LoadedRow = { row: ShownRow; maps: ChoiceMaps; permissions: string[]; configUrl: Record<string, string> };

export const urlOf = (definition: ResourceDefinition): string => `/${definition.area}/${definition.name}`;

/** The permissions on a resource, and its choices; fetched once per visit. */
export function useResourceIndex(definition: ResourceDefinition) {
  return useQuery({
    queryKey: [definition.name, 'index'],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await request('GET', urlOf(definition), {
        signal,
        in_place: true,
        query: { per_page: 1, fields: 'list' },
      })) as ResourceIndex,
  });
}

/** One page of the list. The old page stays on screen while the next one loads; when the last row that changes by itself is done, the whole resource is reloaded. */
export function useResourceList(
  definition: ResourceDefinition,
  { search, enabled }: { search: string; enabled: boolean },
  view: ResourceView,
) {
  const query = useQuery({
    enabled,
    queryKey: [definition.name, 'list', search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await request('GET', `${urlOf(definition)}/list`, {
        signal,
        in_place: true,
        query: new URLSearchParams(`${search}&fields=list`),
      })) as ListPage,
    refetchInterval: ({ state }) => (state.data && view.poll?.(state.data.data)) || false,
  });
  const reload = useReload(definition.name);
  const isPolled = Boolean(query.data && view.poll?.(query.data.data));
  const wasPolled = useRef(false);
  useEffect(() => {
    // A row has become something else by itself: records, counts and to-do lists do not know it yet.
    if (wasPolled.current && !isPolled) reload();
    wasPolled.current = isPolled;
  }, [isPolled, reload]);
  return query;
}

/** One row; id 0 returns the defaults of a new one. */
export function useResourceRow(definition: ResourceDefinition, id: number, enabled = true) {
  return useQuery({
    queryKey: [definition.name, 'row', id],
    enabled,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await request('GET', `${urlOf(definition)}/${id}`, {
        signal,
        in_place: true,
      })) as LoadedRow,
  });
}

/** The feature's extension of a resource; null until it has loaded. */
export function useLoadedView(name: string): ResourceView | null {
  const { data } = useQuery({ queryKey: [name, 'view'], staleTime: Infinity, queryFn: () => loadResourceView(name) });
  return data ?? null;
}

const nothing: ResourceView = {};

/** The same for pages that can render without it. */
export const useResourceView = (name: string): ResourceView => useLoadedView(name) ?? nothing;

/** Reloads everything of a resource after a change, and what names it as `reloaded_with` in its meta. */
export const reloadResource = (client: QueryClient, name: string): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [owner], meta }) => owner === name || meta?.['reloaded_with'] === name,
  });

/** The same for a component. */
export function useReload(name: string): () => void {
  const client = useQueryClient();
  return useCallback(() => void reloadResource(client, name), [client, name]);
}
