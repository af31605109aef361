import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { importChunkRows, importMostRows } from '@kaike/shared/domain/constants';
import { rowsAbove, type Nesting } from '@kaike/shared/kit/rows/sheet-nesting';
import { request } from '../../../../api/client.ts';
import type { SheetCell } from '../../transfer-state.ts';
import type { CellFault } from '../../workbook/workbook.ts';

export type SheetRow = Record<string, unknown>;
/** A record of the sheet; `line` is its row number there, `faults` are the cells that have no value there, by field. */
export type SheetRecord = { row: SheetRow; line: number; faults?: Record<string, CellFault> };
export type RowState = 'new' | 'changed' | 'same' | 'wrong';
export type CheckedRow = {
  state: RowState;
  error: string;
  fields: string[];
  messages: Record<string, string>;
  proposals: Record<string, string>;
  changes: Record<string, { before: SheetCell; after: SheetCell }>;
  /** The deleted row with the same key, which can be restored instead. */
  trashed?: number | null;
};

type State = {
  records: SheetRecord[];
  checked: (CheckedRow | undefined)[];
  /** Rows of the first pass that were checked. */
  done: number;
  /** Chunks that have no answer for their rows as they are now. */
  due: number;
  failed: boolean;
};
export type ImportCheck = Omit<State, 'due'> & {
  /** Whether every row was checked as it is now; `checked` keeps what was said before until then. */
  is_done: boolean;
  edit: (index: number, key: string, value: string) => void;
  /** Checks a row once more after what is stored has changed. */
  again: (index: number) => void;
  retry: () => void;
};

const timeoutMs = 120_000;

const chunkStarts = (count: number): number[] =>
  Array.from({ length: Math.ceil(count / importChunkRows) }, (_one, place) => place * importChunkRows);

/** The places of the rows to check for a chunk: first those that its rows are below, as far as one request takes them. */
function placesOf(
  records: readonly SheetRecord[],
  from: number,
  nesting: Nesting | null,
): { above: number[]; own: number[] } {
  const own = records.slice(from, from + importChunkRows).map((_, index) => from + index);
  const rows = records.map(({ row }) => row);
  return { above: nesting ? rowsAbove(rows, own, nesting).slice(0, importMostRows - own.length) : [], own };
}

type Options = { nesting?: Nesting | null; messageOf?: (fault: CellFault) => string };

/** The answer about a row some of whose cells have no value in the sheet: wrong, whatever the rest is. */
function withFaults(
  row: CheckedRow,
  faults: Record<string, CellFault>,
  messageOf: (fault: CellFault) => string,
): CheckedRow {
  const messages = Object.fromEntries(Object.entries(faults).map(([key, fault]) => [key, messageOf(fault)]));
  const all = { ...row.messages, ...messages };
  return {
    ...row,
    state: 'wrong',
    fields: [...new Set([...row.fields, ...Object.keys(faults)])],
    messages: all,
    error: Object.values(all).join(' '),
    changes: {},
  };
}

/** A record in which a cell was edited, which mends its fault. */
export function editRecord({ row, line, faults = {} }: SheetRecord, key: string, value: string): SheetRecord {
  const { [key]: _mended, ...left } = faults;
  return { row: { ...row, [key]: value }, line, ...(Object.keys(left).length > 0 ? { faults: left } : {}) };
}

/**
 * A dry run of an import, chunk by chunk. An edited cell has its chunk checked again: whether a row is right depends on its
 * neighbours, which may have the same key. Where rows name the row above them (`nesting`), every chunk is checked again.
 */
export function useCheck(
  url: string,
  initial: SheetRecord[],
  { nesting = null, messageOf = ({ text }) => text }: Options = {},
): ImportCheck {
  const latest = useRef(initial);
  const due = useRef(new Set(chunkStarts(initial.length)));
  const [state, setState] = useState<State>(() => ({
    records: initial,
    checked: [],
    done: 0,
    due: chunkStarts(initial.length).length,
    failed: false,
  }));
  const isGone = useRef(false);
  const isRunning = useRef(false);
  const checkChunk = useCallback(
    async (from: number): Promise<void> => {
      const records = latest.current;
      const { above, own } = placesOf(records, from, nesting);
      const answer = (await request('POST', `${url}/import-preview`, {
        body: { datas: [...above, ...own].map((place) => records[place]?.row) },
        quiet: true,
        timeout_ms: timeoutMs,
      })) as { rows: CheckedRow[] };
      const rows = answer.rows.slice(above.length);
      // Edited meanwhile: the chunk stays due. Where rows are nested, an edit may name what its rows are below.
      const isLatest = nesting
        ? latest.current === records
        : own.every((place) => latest.current[place] === records[place]);
      if (isGone.current || !isLatest) return;
      due.current.delete(from);
      const left = due.current.size;
      setState((now) => {
        const checked = [...now.checked];
        rows.forEach((row, index) => {
          checked[from + index] = row;
        });
        return { ...now, checked, done: Math.max(now.done, from + rows.length), due: left };
      });
    },
    [url, nesting],
  );
  /** Checks what is due, the top of the sheet first; one run at a time. */
  const run = useCallback(async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setState((now) => ({ ...now, failed: false }));
    try {
      while (due.current.size > 0 && !isGone.current) await checkChunk(Math.min(...due.current));
    } catch {
      if (!isGone.current) setState((now) => ({ ...now, failed: true }));
    } finally {
      isRunning.current = false;
    }
  }, [checkChunk]);
  useEffect(() => {
    isGone.current = false;
    void run();
    return () => {
      isGone.current = true;
    };
  }, [run]);
  const again = (index: number): void => {
    const chunk = index - (index % importChunkRows);
    for (const from of nesting ? chunkStarts(latest.current.length) : [chunk]) due.current.add(from);
    setState((now) => ({ ...now, records: latest.current, due: due.current.size }));
    void run();
  };
  const edit = (index: number, key: string, value: string): void => {
    latest.current = latest.current.map((record, place) => (place === index ? editRecord(record, key, value) : record));
    again(index);
  };
  const { due: left, ...shown } = state;
  const checked = useMemo(
    () =>
      shown.checked.map((row, index) => {
        const faults = shown.records[index]?.faults;
        return row && faults ? withFaults(row, faults, messageOf) : row;
      }),
    [shown.checked, shown.records, messageOf],
  );
  return { ...shown, checked, is_done: left === 0 && !state.failed, edit, again, retry: () => void run() };
}
