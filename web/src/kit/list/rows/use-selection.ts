import { useEffect, useState, useSyncExternalStore } from 'react';
import { createStore } from 'zustand';
import type { Row } from '../../resource-view.ts';

/** What is selected at a moment. */
export type Selected = {
  /** Ticked rows as they were last loaded; they stay ticked while paging. */
  rows: readonly Row[];
  ids: readonly number[];
  has: (id: number) => boolean;
  /** Everything that matches the filters, whatever their number, but `excepted`. */
  is_everything: boolean;
  /** Rows that were unticked after everything was chosen. */
  excepted: readonly number[];
};

/** The selection of a list, the same object for as long as the list is open. A tick renders who reads it, not the list. */
export type Selection = {
  /** For what happens on an event; a component reads it with `useSelected` or `useTicked`. */
  now: () => Selected;
  subscribe: (changed: () => void) => () => void;
  /** Ticks or unticks a row; with `is_range`, all rows of the page from the one before to this one. */
  toggle: (row: Row, is_range?: boolean) => void;
  /** Ticks or unticks all rows of a page. */
  setPage: (rows: readonly Row[], isOn: boolean) => void;
  chooseEverything: () => void;
  clear: () => void;
};

type State = {
  ticked: ReadonlyMap<number, Row>;
  /** The filters that everything was chosen with, for which alone it is valid. */
  everything: string | null;
  excepted: ReadonlySet<number>;
  filters: string;
  page: readonly Row[];
  /** The row that was ticked or unticked last; a range begins there. */
  last: number | null;
};

function rangeTo(row: Row, { page, last }: State): readonly Row[] {
  const ends = [last, row.id].map((id) => page.findIndex((one) => one.id === id)).toSorted((a, b) => a - b);
  const [from = -1, to = -1] = ends;
  return from < 0 ? [row] : page.slice(from, to + 1);
}

function selectedOf({ ticked, everything, excepted, filters, page }: State): Selected {
  const isEverything = everything === filters;
  const fresh = new Map(page.map((row) => [row.id, row]));
  const rows = [...ticked].map(([id, row]) => fresh.get(id) ?? row);
  return {
    rows,
    ids: rows.map((row) => row.id),
    has: (id) => (isEverything ? !excepted.has(id) : ticked.has(id)),
    is_everything: isEverything,
    excepted: isEverything ? [...excepted] : [],
  };
}

function createSelection(): Selection & { follow: (list: Pick<State, 'filters' | 'page'>) => void } {
  const nothing = { ticked: new Map<number, Row>(), everything: null, excepted: new Set<number>() };
  const store = createStore<State>(() => ({ ...nothing, filters: '', page: [], last: null }));
  let selected = selectedOf(store.getState());
  // Before all who read it.
  store.subscribe((state) => {
    selected = selectedOf(state);
  });
  const set = (rows: readonly Row[], isOn: boolean): void => {
    const { everything, filters, ...before } = store.getState();
    const [ticked, excepted] = [new Map(before.ticked), new Set(before.excepted)];
    for (const row of rows) {
      if (isOn) ticked.set(row.id, row);
      else ticked.delete(row.id);
      if (isOn) excepted.delete(row.id);
      else excepted.add(row.id);
    }
    store.setState(everything === filters ? { ticked, excepted } : { ...nothing, ticked });
  };
  return {
    now: () => selected,
    subscribe: store.subscribe,
    toggle: (row, isRange = false) => {
      set(isRange ? rangeTo(row, store.getState()) : [row], !selected.has(row.id));
      store.setState({ last: row.id });
    },
    setPage: set,
    chooseEverything: () => store.setState(({ filters }) => ({ everything: filters, excepted: new Set() })),
    clear: () => store.setState(nothing),
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

/** Everything that is selected as bulk writes send it: the filters and what is left out. */
export const matchingOf = ({ excepted }: Selected, filters: string): string =>
  excepted.length === 0 ? filters : [filters, `except=${excepted.join(',')}`].filter(Boolean).join('&');

/** Whether a row is selected; renders only when that changes. */
export const useTicked = ({ subscribe, now }: Selection, id: number): boolean =>
  useSyncExternalStore(subscribe, () => now().has(id));
