import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';

export type ListState = {
  /** The query of the list as the server reads it; the whole state of the list is in the URL. */
  search: string;
  /** The filters only, as bulk writes and views send them. */
  filters: string;
  /** Filters and sort: which rows there are, and which of them a page has. */
  filters_and_order: string;
  page: number;
  per_page: number;
  /** Whether the list was opened without parameters; not when a change removed the last of them. */
  is_bare: boolean;
  get: (key: string) => string;
  all: (key: string) => string[];
  /** Changes parts of the query; anything but paging returns to the first page. */
  set: (change: Record<string, string | string[] | null>) => void;
  /** Replaces the whole query. */
  replace: (search: string, options?: { silently?: boolean }) => void;
  /** Clears the filters; the rest stays. */
  reset: () => void;
  is_filtered: boolean;
};

/** Keys whose change does not affect the rows. */
const harmless = new Set(['page', 'open', 'tab', 'cols', 'do', 'look', 'below']);
export const defaultPerPage = 20;
export const pageSizes = [10, 20, 50, 100, 200] as const;

/** History state of a list whose last parameter was removed: its default view must not bring filters back. */
const emptied = 'emptied';
const optionsOf = (next: URLSearchParams): { state: string | null } => ({ state: next.size === 0 ? emptied : null });

const isFilter = (key: string): boolean => key.startsWith('where[');
/** Whether the server's list reads it; all else in an address belongs to the page. A filter without a value is none. */
const isOfList = ([key, value]: [string, string]): boolean =>
  isFilter(key) ? value.trim() !== '' : key.startsWith('order[') || key === 'page' || key === 'per_page';

/** Filters, sort and page size of a query in canonical order, for comparing queries. */
export function canonicalQuery(search: string): string {
  const entries = [...new URLSearchParams(search)].filter(
    ([key, value]) =>
      isOfList([key, value]) && key !== 'page' && !(key === 'per_page' && value === String(defaultPerPage)),
  );
  return new URLSearchParams(
    entries.sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1)),
  ).toString();
}

/** The query after a change: null and '' remove a key, and new filters start at the first page. */
export function changeQuery(
  before: URLSearchParams,
  change: Record<string, string | string[] | null>,
): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [key, value] of Object.entries(change)) {
    next.delete(key);
    if (Array.isArray(value)) for (const one of value) next.append(key, one);
    else if (value !== null && value !== '') next.set(key, value);
  }
  if (Object.keys(change).some((key) => !harmless.has(key)) && !('page' in change)) next.delete('page');
  return next;
}

/** The list's state, kept in the URL: shareable, and safe from refresh and the back button. */
export function useListState(): ListState {
  const [params, setParams] = useSearchParams();
  const mark: unknown = useLocation().state;
  // A key may be pressed before its listener knows of the last change.
  const latest = useRef(params);
  useLayoutEffect(() => {
    latest.current = params;
  }, [params]);
  const set = useCallback(
    (change: Record<string, string | string[] | null>) => {
      const next = changeQuery(latest.current, change);
      setParams(next, optionsOf(next));
    },
    [setParams],
  );
  const replace = useCallback(
    (search: string, options?: { silently?: boolean }) =>
      setParams(new URLSearchParams(search), { replace: options?.silently ?? false }),
    [setParams],
  );
  const reset = useCallback(() => {
    const next = new URLSearchParams([...latest.current].filter(([key]) => !isFilter(key) && key !== 'page'));
    setParams(next, optionsOf(next));
  }, [setParams]);
  return useMemo(() => {
    const list = new URLSearchParams([...params].filter(isOfList));
    const filters = new URLSearchParams([...list].filter(([key]) => isFilter(key)));
    const ordered = new URLSearchParams([...list].filter(([key]) => key !== 'page' && key !== 'per_page'));
    return {
      search: list.toString(),
      filters: filters.toString(),
      filters_and_order: ordered.toString(),
      page: Number(params.get('page')) || 1,
      per_page: Number(params.get('per_page')) || defaultPerPage,
      is_bare: params.size === 0 && mark !== emptied,
      get: (key) => params.get(key) ?? '',
      all: (key) => params.getAll(key),
      set,
      replace,
      reset,
      is_filtered: filters.size > 0,
    };
  }, [params, mark, set, replace, reset]);
}
