import { useCallback, useEffect, useRef, useState } from 'react';
import { importChunkRows } from '@kaike/shared/domain/constants';
import { request } from '../../../api/client.ts';
import type { SheetRow } from './read-sheet.ts';
import type { Cell } from '../transfer-state.ts';

export type RowState = 'new' | 'changed' | 'same' | 'wrong';
export type PreviewRow = {
  state: RowState;
  error: string;
  fields: string[];
  changes: Record<string, { before: Cell; after: Cell }>;
};
export type Preview = { rows: PreviewRow[]; done: boolean; failed: boolean };

const nothing: Preview = { rows: [], done: false, failed: false };

/** A dry run of an import, chunk by chunk. `check` runs it again after cells were edited. */
export function usePreview(
  url: string,
  rows: readonly SheetRow[] | null,
): Preview & { check: (rows: readonly SheetRow[]) => Promise<void> } {
  const [preview, setPreview] = useState(nothing);
  const turn = useRef(0);
  const check = useCallback(
    async (sheetRows: readonly SheetRow[]) => {
      const mine = (turn.current += 1);
      setPreview(nothing);
      const checked: PreviewRow[] = [];
      try {
        for (let from = 0; from < sheetRows.length; from += importChunkRows) {
          const answer = (await request('POST', `${url}/import-preview`, {
            body: { datas: sheetRows.slice(from, from + importChunkRows) },
            quiet: true,
            timeout_ms: 120_000,
          })) as { rows: PreviewRow[] };
          if (turn.current !== mine) return;
          checked.push(...answer.rows);
          setPreview({ rows: [...checked], done: checked.length >= sheetRows.length, failed: false });
        }
      } catch {
        if (turn.current === mine) setPreview({ rows: checked, done: true, failed: true });
      }
    },
    [url],
  );
  useEffect(() => {
    if (rows) void check(rows);
    return () => {
      turn.current += 1;
    };
  }, [rows, check]);
  return { ...preview, check };
}
