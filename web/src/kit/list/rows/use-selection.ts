import { useCallback, useMemo, useState } from 'react';
import type { Row } from '../../resource-view.ts';

export type Selection = {
  /** Ticked rows as they were last loaded; they stay ticked while paging. */
  rows: readonly Row[];
  ids: readonly number[];
  has: (id: number) => boolean;
  /** Everything that matches the filters, whatever their number. */
  is_everything: boolean;
  /** The same function for as long as the list is open, so that a tick renders only its own row. */
  toggle: (row: Row) => void;
  /** Ticks or unticks all rows of a page. */
  setPage: (rows: readonly Row[], isOn: boolean) => void;
  chooseEverything: () => void;
  clear: () => void;
};

/** Which rows are selected. “Everything” is valid for the filters it was chosen with. */
export function useSelection(filters: string, pageRows: readonly Row[]): Selection {
  const [selected, setChosen] = useState<ReadonlyMap<number, Row>>(new Map());
  const [everything, setEverything] = useState<string | null>(null);
  const change = useCallback((work: (next: Map<number, Row>) => void): void => {
    setChosen((before) => {
      const next = new Map(before);
      work(next);
      return next;
    });
    setEverything(null);
  }, []);
  const toggle = useCallback(
    (row: Row) => change((next) => void (next.delete(row.id) || next.set(row.id, row))),
    [change],
  );
  return useMemo(() => {
    const fresh = new Map(pageRows.map((row) => [row.id, row]));
    const rows = [...selected].map(([id, row]) => fresh.get(id) ?? row);
    return {
      rows,
      ids: rows.map((row) => row.id),
      has: (id) => selected.has(id),
      is_everything: everything === filters && selected.size > 0,
      toggle,
      setPage: (page, isOn) =>
        change((next) => {
          for (const row of page)
            if (isOn) next.set(row.id, row);
            else next.delete(row.id);
        }),
      chooseEverything: () => setEverything(filters),
      clear: () => {
        setChosen(new Map());
        setEverything(null);
      },
    };
  }, [selected, everything, filters, pageRows, change, toggle]);
}
