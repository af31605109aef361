import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

export type ListState = {
  /** The query of the list as the server reads it; every state of the list is in the address. */
  search: string;
  page: number;
  per_page: number;
  get: (key: string) => string;
  all: (key: string) => string[];
  /** Changes parts of the query; anything but paging goes back to the first page. */
  set: (change: Record<string, string | string[] | null>) => void;
  reset: () => void;
  is_filtered: boolean;
};

/** Keys of the address that belong to the page, not to the list. */
const foreign = new Set(['open', 'tab']);
export const defaultPerPage = 20;

/** The list's state, kept in the address: shareable, and safe from refresh and the back button. */
export function useListState(): ListState {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (change: Record<string, string | string[] | null>) => {
      setParams((previous) => {
        const next = new URLSearchParams(previous);
        for (const [key, value] of Object.entries(change)) {
          next.delete(key);
          if (Array.isArray(value)) for (const one of value) next.append(key, one);
          else if (value !== null && value !== '') next.set(key, value);
        }
        if (!('page' in change) && !('open' in change)) next.delete('page');
        return next;
      });
    },
    [setParams],
  );
  const reset = useCallback(() => setParams({}), [setParams]);
  return useMemo(() => {
    const list = new URLSearchParams([...params].filter(([key]) => !foreign.has(key)));
    return {
      search: list.toString(), page: Number(params.get('page')) || 1, per_page: Number(params.get('per_page')) || defaultPerPage,
      get: (key) => params.get(key) ?? '', all: (key) => params.getAll(key), set, reset,
      is_filtered: [...list.keys()].some((key) => key.startsWith('where')),
    };
  }, [params, set, reset]);
}
