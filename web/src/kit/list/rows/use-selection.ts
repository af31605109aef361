import { useEffect, useState, useSyncExternalStore } from 'react';
import { createStore } from 'zustand';
import type { Row } from '../../resource-view.ts';

/** What is selected at a moment. */
export type Selected = {
  /** Ticked rows as they were last loaded; they stay ticked while paging. */
  rows: readonly Row[];
  ids: readonly number[];
  has: (id: number) => boolean;
  /** Everything that matches the filters, whatever their number. */
  is_everything: boolean;
};

/** The selection of a list, the same object for as long as the list is open. A tick renders who reads it, not the list. */
export type Selection = {
  /** For what happens on an event; a component reads it with `useSelected` or `useTicked`. */
  now: () => Selected;
  subscribe: (changed: () => void) => () => void;
  toggle: (row: Row) => void;
  /** Ticks or unticks all rows of a page. */
  setPage: (rows: readonly Row[], isOn: boolean) => void;
  chooseEverything: () => void;
  clear: () => void;
};

type State = {
  ticked: ReadonlyMap<number, Row>;
  /** The filters that everything was chosen with, for which alone it is valid. */
  everything: string | null;
  filters: string;
  page: readonly Row[];
};

function selectedOf({ ticked, everything, filters, page }: State): Selected {
  const fresh = new Map(page.map((row) => [row.id, row]));
  const rows = [...ticked].map(([id, row]) => fresh.get(id) ?? row);
  return {
    rows,
    ids: rows.map((row) => row.id),
    has: (id) => ticked.has(id),
    is_everything: everything === filters && ticked.size > 0,
  };
}

function createSelection(): Selection & { follow: (list: Pick<State, 'filters' | 'page'>) => void } {
  const store = createStore<State>(() => ({ ticked: new Map(), everything: null, filters: '', page: [] }));
  let selected = selectedOf(store.getState());
  // Before all who read it.
  store.subscribe((state) => {
    selected = selectedOf(state);
  });
  const change = (work: (next: Map<number, Row>) => void): void => {
    const next = new Map(store.getState().ticked);
    work(next);
    store.setState({ ticked: next, everything: null });
  };
  return {
    now: () => selected,
    subscribe: store.subscribe,
    toggle: (row) => change((next) => void (next.delete(row.id) || next.set(row.id, row))),
    setPage: (page, isOn) =>
      change((next) => {
        for (const row of page)
          if (isOn) next.set(row.id, row);
          else next.delete(row.id);
      }),
    chooseEverything: () => store.setState(({ filters }) => ({ everything: filters })),
    clear: () => change((next) => next.clear()),
    follow: store.setState,
  };
}

/** Which rows of a list are selected; it follows the list to other pages and other filters. */
export function useSelection(filters: string, page: readonly Row[]): Selection {
  const [selection] = useState(createSelection);
  useEffect(() => selection.follow({ filters, page }), [selection, filters, page]);
  return selection;
}

export const useSelected = ({ subscribe, now }: Selection): Selected => useSyncExternalStore(subscribe, now);

/** Whether a row is selected; renders only when that changes. */
export const useTicked = ({ subscribe, now }: Selection, id: number): boolean =>
  useSyncExternalStore(subscribe, () => now().is_everything || now().has(id));
