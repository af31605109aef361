import { readXlsx, type Cell as StoredCell, type Sheet } from 'hucre';
import type { SheetCell } from '../transfer-state.ts';
import { openArchive } from './archive.ts';
import { shownText } from './shown-text.ts';
import { maximumRows, WorkbookError, type CellFault, type Worksheet } from './workbook.ts';

type Grid = { rows: SheetCell[][]; faults: Map<number, Record<number, CellFault>> };

/** What a number shows that is formatted as a date and lies beyond the last day. */
const noDay = '########';

function faultOf(stored: StoredCell): CellFault | null {
  if (stored.type === 'error') return { kind: 'error', text: String(stored.value) };
  if (stored.value instanceof Date && Number.isNaN(stored.value.getTime())) return { kind: 'error', text: noDay };
  if (stored.formula !== undefined && stored.value === null) return { kind: 'no_value', text: '' };
  return null;
}

function readGrid({ rows, cells }: Sheet): Grid {
  const grid: Grid = { rows: [], faults: new Map() };
  grid.rows = rows.map((row, place) =>
    row.map((value, column) => {
      const stored = cells?.get(`${place},${column}`);
      const fault = stored && faultOf(stored);
      if (!fault) return shownText(value, stored);
      grid.faults.set(place, { ...grid.faults.get(place), [column]: fault });
      return null;
    }),
  );
  return grid;
}

/** Gives every cell of the first column of a merged range what its first cell has; returns how many cells took something. */
function fillDown({ rows, faults }: Grid, merges: Sheet['merges'] = []): number {
  let count = 0;
  for (const { startRow, startCol, endRow } of merges) {
    const value = rows[startRow]?.[startCol] ?? null;
    const fault = faults.get(startRow)?.[startCol];
    if (value === null && !fault) continue;
    for (let place = startRow + 1; place <= Math.min(endRow, rows.length - 1); place += 1) {
      const row = rows[place];
      // A range that reaches below the records makes no records.
      if (!row || row.every(isBlank)) continue;
      row[startCol] = value;
      if (fault) faults.set(place, { ...faults.get(place), [startCol]: fault });
      count += 1;
    }
  }
  return count;
}

const isBlank = (cell: SheetCell): boolean => cell === null || (typeof cell === 'string' && cell.trim() === '');

function worksheetOf(sheet: Sheet): Worksheet {
  const grid = readGrid(sheet);
  const filled_down = fillDown(grid, sheet.merges);
  const filled = grid.rows.flatMap((row, place) => (row.every(isBlank) && !grid.faults.has(place) ? [] : [place]));
  if (filled.length > maximumRows) throw new WorkbookError('too_many_rows');
  return {
    name: sheet.name,
    is_hidden: sheet.hidden === true || sheet.veryHidden === true,
    cells: filled.map((place) => grid.rows[place] ?? []),
    lines: filled.map((place) => place + 1),
    hidden: filled.flatMap((place, index) => (sheet.rowDefs?.get(place)?.hidden ? [index] : [])),
    filled_down,
    faults: Object.fromEntries(
      filled.flatMap((place, index) => {
        const faults = grid.faults.get(place);
        return faults ? [[index, faults]] : [];
      }),
    ),
  };
}

/** The sheets of a workbook that have rows. Throws a `WorkbookError` for a file that is none. */
export async function parseWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Worksheet[]> {
  const values = await openArchive(bytes);
  const { sheets } = await readXlsx(values, { readStyles: true }).catch((error: unknown) => {
    throw new WorkbookError('damaged', { cause: error });
  });
  return sheets.map(worksheetOf).filter(({ cells }) => cells.length > 0);
}
