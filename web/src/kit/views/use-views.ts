import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import type { SavedView, SavedViews } from '@kaike/shared/contracts/saved-views';
import {
  readLayout,
  readLayoutText,
  shownColumns,
  writeLayoutText,
  type ListLayout,
} from '@kaike/shared/kit/list-layout';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { request } from '../../api/client.ts';
import { canonicalQuery, type ListState } from '../list/use-list-state.ts';

/** In the address: the list as it is, although another view is the person's default. */
export const noView = 'none';

export type Views = {
  saved: SavedViews | undefined;
  /** The view the address names. */
  active: SavedView | null;
  /** The list differs from the active view. */
  is_changed: boolean;
  /** The default view has not come yet; asking for rows now would ask for the wrong ones. */
  is_waiting: boolean;
  choose: (id: number | null) => void;
  reload: () => Promise<void>;
};
export type ListLayoutState = {
  layout: ListLayout;
  shown: string[];
  change: (layout: ListLayout) => void;
  reset: () => void;
};

const memoryKey = (name: string): string => `list:${name}`;
type Memory = { layout?: unknown; default_view_id?: number | null };

/** What the server said last time: the list looks right before it has answered. */
function recall(name: string): Memory {
  try {
    return JSON.parse(localStorage.getItem(memoryKey(name)) ?? '{}') as Memory;
  } catch {
    return {}; // Something else wrote there; the server will say.
  }
}

/** The address of a view. */
export const searchOfView = (view: Pick<SavedView, 'id' | 'query'>): string =>
  [view.query, `view=${view.id}`].filter(Boolean).join('&');

/** Saved views of a list and the one in use. */
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
  const { is_bare: isBare, replace } = state;
  useEffect(() => {
    if (isBare && initial) replace(searchOfView(initial), { silently: true });
  }, [isBare, initial, replace]);
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
    is_waiting: isBare && (isPending ? Boolean(recall(name).default_view_id) : initial !== undefined),
    reload: useCallback(() => client.invalidateQueries({ queryKey: [name, 'saved-views'] }), [client, name]),
  };
}

const saveAfterMs = 400;
/** One wait for each list, so that a change of one never swallows that of another. */
const saving = new Map<string, ReturnType<typeof setTimeout>>();

function saveSoon(resource: string, layout: ListLayout | null): void {
  clearTimeout(saving.get(resource));
  // A look that could not be saved is kept by this page, and saved with the next change.
  saving.set(
    resource,
    setTimeout(
      () => void request('PUT', '/admin/saved-views/look', { body: { resource, layout } }).catch(() => undefined),
      saveAfterMs,
    ),
  );
}

/** How the list looks: as the address says, else as the view in use, else as the person left it. */
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
  const base = useMemo(() => readLayout(columns, active?.layout ?? own), [columns, active, own]);
  const layout = useMemo(() => (text === '' ? base : readLayoutText(columns, text)), [columns, base, text]);
  const keep = (next: ListLayout | null): void => {
    client.setQueryData<SavedViews>([name, 'saved-views'], (old) => (old ? { ...old, layout: next } : old));
    saveSoon(name, next);
  };
  return {
    layout,
    shown: useMemo(() => shownColumns(layout), [layout]),
    // With a view in use a change belongs to it: the address keeps it until the view is saved.
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
