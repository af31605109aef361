import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import type { SavedView, SavedViews } from '@kaike/shared/contracts/office/saved-views';
import {
  parseLayout,
  parseLayoutText,
  shownColumns,
  writeLayoutText,
  type ListLayout,
} from '@kaike/shared/kit/list-layout';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { request } from '../../api/client.ts';
import { canonicalQuery, type ListState } from '../list/use-list-state.ts';

/** In the URL: no view, although another view is the user's default. */
export const noView = 'none';

export type Views = {
  saved: SavedViews | undefined;
  /** The view named in the URL. */
  active: SavedView | null;
  /** The list differs from the active view. */
  is_changed: boolean;
  /** It filters by other conditions than the active view, or by any without one. */
  has_other_filters: boolean;
  /** The default view has not loaded yet; loading rows now would load the wrong ones. */
  is_waiting: boolean;
  choose: (id: number | null) => void;
  reload: () => Promise<void>;
};
export type ListLayoutState = {
  layout: ListLayout;
  visibleKeys: string[];
  change: (layout: ListLayout) => void;
  reset: () => void;
};

const memoryKey = (name: string): string => `list:${name}`;
type Memory = { layout?: unknown; default_view_id?: number | null };

/** The server's last response, so that the list looks right before the next one arrives. */
function recall(name: string): Memory {
  try {
    return JSON.parse(localStorage.getItem(memoryKey(name)) ?? '{}') as Memory;
  } catch {
    return {}; // Not ours; the server's response replaces it.
  }
}

/** The query of a view. */
export const searchOfView = (view: Pick<SavedView, 'id' | 'query'>): string =>
  [view.query, `view=${view.id}`].filter(Boolean).join('&');

/** Keyword and filters of a query; tabs, order and page size are not worth a view of their own. */
const conditionsOf = (query: string): string =>
  new URLSearchParams(
    [...new URLSearchParams(canonicalQuery(query))].filter(([key]) => /^where\[(?!_view)/.test(key)),
  ).toString();

/** Saved views of a list and the active one. */
export function useViews(definition: ResourceDefinition, state: ListState): Views {
  const { name } = definition;
  const client = useQueryClient();
  const { data: saved, isPending } = useQuery({
    queryKey: [name, 'saved-views'],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await request('GET', '/admin/saved-views', { signal, query: { resource: name } })) as SavedViews,
  });
  useEffect(() => {
    if (saved)
      localStorage.setItem(
        memoryKey(name),
        JSON.stringify({ layout: saved.layout, default_view_id: saved.default_view_id }),
      );
  }, [name, saved]);
  const active = useMemo(
    () => saved?.views.find((view) => String(view.id) === state.get('view')) ?? null,
    [saved, state],
  );
  const initial = saved?.views.find((view) => view.id === saved.default_view_id);
  const { is_bare, replace } = state;
  useEffect(() => {
    if (is_bare && initial) replace(searchOfView(initial), { silently: true });
  }, [is_bare, initial, replace]);
  const choose = useCallback(
    (id: number | null) => {
      const view = saved?.views.find((one) => one.id === id);
      replace(view ? searchOfView(view) : saved?.default_view_id ? `view=${noView}` : '');
    },
    [saved, replace],
  );
  return {
    saved,
    active,
    choose,
    is_changed:
      active !== null && (state.get('cols') !== '' || canonicalQuery(state.search) !== canonicalQuery(active.query)),
    has_other_filters: conditionsOf(state.search) !== conditionsOf(active?.query ?? ''),
    is_waiting: is_bare && (isPending ? Boolean(recall(name).default_view_id) : initial !== undefined),
    reload: useCallback(() => client.invalidateQueries({ queryKey: [name, 'saved-views'] }), [client, name]),
  };
}

const saveAfterMs = 400;
/** One timer per list, so that a change of one never cancels that of another. */
const saving = new Map<string, ReturnType<typeof setTimeout>>();

function saveSoon(resource: string, layout: ListLayout | null): void {
  clearTimeout(saving.get(resource));
  // A layout that could not be saved is kept by this page, and saved with the next change.
  saving.set(
    resource,
    setTimeout(
      () => void request('PUT', '/admin/saved-views/look', { body: { resource, layout } }).catch(() => undefined),
      saveAfterMs,
    ),
  );
}

/** The layout of the list: from the URL, else from the active view, else as the user left it. */
export function useListLayout(
  definition: ResourceDefinition,
  state: ListState,
  { saved, active }: Views,
): ListLayoutState {
  const {
    name,
    list: { columns },
  } = definition;
  const client = useQueryClient();
  const text = state.get('cols');
  const own = saved ? saved.layout : recall(name).layout;
  const base = useMemo(() => parseLayout(columns, active?.layout ?? own), [columns, active, own]);
  const layout = useMemo(() => (text === '' ? base : parseLayoutText(columns, text)), [columns, base, text]);
  const keep = (next: ListLayout | null): void => {
    client.setQueryData<SavedViews>([name, 'saved-views'], (old) => (old ? { ...old, layout: next } : old));
    saveSoon(name, next);
  };
  return {
    layout,
    visibleKeys: useMemo(() => shownColumns(layout), [layout]),
    // With an active view a change belongs to it: the URL keeps it until the view is saved.
    change: (next) => {
      if (!active && text === '') keep(next);
      else state.set({ cols: writeLayoutText(next) === writeLayoutText(base) ? null : writeLayoutText(next) });
    },
    reset: () => {
      if (active || text !== '') state.set({ cols: null });
      else keep(null);
    },
  };
}
