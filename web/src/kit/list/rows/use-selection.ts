import { useMemo, useState } from 'react';
import type { Row } from '../../resource-view.ts';

export type Selection = {
  /** Ticked rows as they were last loaded; they stay ticked while paging. */
  rows: readonly Row[];
  ids: readonly number[];
  has: (id: number) => boolean;
  /** Everything that matches the filters, whatever their number. */
  is_everything: boolean;
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
  return useMemo(() => {
    const fresh = new Map(pageRows.map((row) => [row.id, row]));
    const rows = [...selected].map(([id, row]) => fresh.get(id) ?? row);
    const change = (work: (next: Map<number, Row>) => void): void => {
      const next = new Map(selected);
      work(next);
      setChosen(next);
      setEverything(null);
    };
    return {
      rows,
      ids: rows.map((row) => row.id),
      has: (id) => selected.has(id),
      is_everything: everything === filters && selected.size > 0,
      toggle: (row) => change((next) => void (next.delete(row.id) || next.set(row.id, row))),
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
  }, [selected, everything, filters, pageRows]);
}
