import { useCallback, useEffect, useRef, useState } from 'react';
import { importChunkRows } from '@kaike/shared/domain/constants';
import { request } from '../../../api/client.ts';
import type { Cell } from '../transfer-state.ts';

export type SheetRow = Record<string, unknown>;
/** A record of the sheet; `line` is its row number there. */
export type SheetRecord = { row: SheetRow; line: number };
export type RowState = 'new' | 'changed' | 'same' | 'wrong';
export type CheckedRow = {
  state: RowState;
  error: string;
  fields: string[];
  messages: Record<string, string>;
  proposals: Record<string, string>;
  changes: Record<string, { before: Cell; after: Cell }>;
};

type State = { records: SheetRecord[]; checked: (CheckedRow | undefined)[]; done: number; failed: boolean };
export type Check = State & { edit: (index: number, key: string, value: string) => void; retry: () => void };

const timeoutMs = 120_000;

/**
 * A dry run of an import, chunk by chunk. An edited cell has its chunk checked again: whether a row is right depends on its
 * neighbours, which may have the same key.
 */
export function useCheck(url: string, initial: SheetRecord[]): Check {
  const [state, setState] = useState<State>({ records: initial, checked: [], done: 0, failed: false });
  const latest = useRef(initial);
  const isGone = useRef(false);
  const checkChunk = useCallback(
    async (from: number): Promise<void> => {
      const records = latest.current;
      const chunk = records.slice(from, from + importChunkRows);
      const { rows } = (await request('POST', `${url}/import-preview`, {
        body: { datas: chunk.map(({ row }) => row) },
        quiet: true,
        timeout_ms: timeoutMs,
      })) as { rows: CheckedRow[] };
      // Edited meanwhile: a later check of the same chunk is under way.
      const isLatest = chunk.every((record, index) => latest.current[from + index] === record);
      if (isGone.current || !isLatest) return;
      setState((now) => {
        const checked = [...now.checked];
        rows.forEach((row, index) => {
          checked[from + index] = row;
        });
        return { ...now, checked, done: Math.max(now.done, from + rows.length) };
      });
    },
    [url],
  );
  const run = useCallback(
    async (start: number): Promise<void> => {
      setState((now) => ({ ...now, failed: false }));
      try {
        for (let from = start; from < latest.current.length && !isGone.current; from += importChunkRows)
          await checkChunk(from);
      } catch {
        if (!isGone.current) setState((now) => ({ ...now, failed: true }));
      }
    },
    [checkChunk],
  );
  useEffect(() => {
    isGone.current = false;
    void run(0);
    return () => {
      isGone.current = true;
    };
  }, [run]);
  const edit = (index: number, key: string, value: string): void => {
    latest.current = latest.current.map((record, place) =>
      place === index ? { ...record, row: { ...record.row, [key]: value } } : record,
    );
    setState((now) => ({ ...now, records: latest.current }));
    const from = index - (index % importChunkRows);
    if (from >= state.done) return;
    checkChunk(from).catch(() => setState((now) => ({ ...now, failed: true })));
  };
  return { ...state, edit, retry: () => void run(state.done - (state.done % importChunkRows)) };
}
