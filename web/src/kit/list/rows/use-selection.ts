import { useEffect, useState, useSyncExternalStore } from 'react';
import { createStore } from 'zustand';
import { allRows } from '@kaike/shared/domain/office/bulk-run';
import type { ShownRow } from '../../resource-view.ts';

/** What is selected at a moment. */
export type Selected = {
  /** Ticked rows as they were last loaded; they stay ticked while paging. */
  rows: readonly ShownRow[];
  ids: readonly number[];
  has: (id: number) => boolean;
  /** Ticked rows that are on other pages. */
  elsewhere: number;
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
  toggle: (row: ShownRow, is_range?: boolean) => void;
  /** Ticks or unticks all rows of a page. */
  setPage: (rows: readonly ShownRow[], isOn: boolean) => void;
  chooseEverything: () => void;
  clear: () => void;
};

type State = {
  ticked: ReadonlyMap<number, ShownRow>;
  is_everything: boolean;
  excepted: ReadonlySet<number>;
  /** The filters and the sort of the list that the selection belongs to. */
  list: string;
  page: readonly ShownRow[];
  /** The row that was ticked or unticked last; a range begins there. */
  last: number | null;
};

function rangeTo(row: ShownRow, { page, last }: State): readonly ShownRow[] {
  const ends = [last, row.id].map((id) => page.findIndex((one) => one.id === id)).toSorted((a, b) => a - b);
  const [from = -1, to = -1] = ends;
  return from < 0 ? [row] : page.slice(from, to + 1);
}

function selectedOf({ ticked, is_everything, excepted, page }: State): Selected {
  const fresh = new Map(page.map((row) => [row.id, row]));
  const rows = [...ticked].map(([id, row]) => fresh.get(id) ?? row);
  return {
    rows,
    ids: rows.map((row) => row.id),
    elsewhere: is_everything ? 0 : rows.filter(({ id }) => !fresh.has(id)).length,
    has: (id) => (is_everything ? !excepted.has(id) : ticked.has(id)),
    is_everything,
    excepted: is_everything ? [...excepted] : [],
  };
}

function createSelection(): Selection & { follow: (at: Pick<State, 'list' | 'page'>) => void } {
  const nothing = { ticked: new Map<number, ShownRow>(), is_everything: false, excepted: new Set<number>() };
  const store = createStore<State>(() => ({ ...nothing, list: '', page: [], last: null }));
  let selected = selectedOf(store.getState());
  // Before all who read it.
  store.subscribe((state) => {
    selected = selectedOf(state);
  });
  const set = (rows: readonly ShownRow[], isOn: boolean): void => {
    const { is_everything, ...before } = store.getState();
    const [ticked, excepted] = [new Map(before.ticked), new Set(before.excepted)];
    for (const row of rows) {
      if (isOn) ticked.set(row.id, row);
      else ticked.delete(row.id);
      if (isOn) excepted.delete(row.id);
      else excepted.add(row.id);
    }
    store.setState(is_everything ? { ticked, excepted } : { ...nothing, ticked });
  };
  return {
    now: () => selected,
    subscribe: store.subscribe,
    toggle: (row, isRange = false) => {
      set(isRange ? rangeTo(row, store.getState()) : [row], !selected.has(row.id));
      store.setState({ last: row.id });
    },
    setPage: set,
    chooseEverything: () => store.setState({ is_everything: true, excepted: new Set() }),
    clear: () => store.setState(nothing),
    // What was ticked among other rows would be acted on unseen.
    follow: (at) => store.setState(({ list }) => (list === at.list ? at : { ...nothing, last: null, ...at })),
  };
}

/** Which rows of a list are selected. It stays on other pages; other filters or another sort, as `list` names them, end it. */
export function useSelection(list: string, page: readonly ShownRow[]): Selection {
  const [selection] = useState(createSelection);
  useEffect(() => selection.follow({ list, page }), [selection, list, page]);
  return selection;
}

export const useSelected = ({ subscribe, now }: Selection): Selected => useSyncExternalStore(subscribe, now);

/** Everything that is selected as bulk writes send it: the filters, or the word for all rows, and what is left out. */
export const matchingOf = ({ excepted }: Pick<Selected, 'excepted'>, filters: string): string =>
  [filters || allRows, ...(excepted.length > 0 ? [`except=${excepted.join(',')}`] : [])].join('&');

/** Whether a row is selected; renders only when that changes. */
export const useTicked = ({ subscribe, now }: Selection, id: number): boolean =>
  useSyncExternalStore(subscribe, () => now().has(id));
