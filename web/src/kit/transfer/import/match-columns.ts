import { normalHead, parseSheetHeads, parseSheetRows, type SheetHeads } from '@kaike/shared/kit/sheet-heads';
import type { CellFault, Worksheet } from '../workbook/workbook.ts';
import type { ImportColumns } from './import-columns.ts';
import type { Book } from './open-workbook.ts';
import type { SheetRecord } from './check/use-check.ts';

export type Match = SheetHeads;

/** What the headings of a sheet stand for, as far as known. */
export function matchColumns({ cells }: Worksheet, { columns, remembered, exported }: ImportColumns): Match {
  const notImported = Object.fromEntries(exported.map((head) => [normalHead(head), '']));
  return parseSheetHeads(cells, columns, { ...notImported, ...remembered });
}

/**
 * The sheet that is meant: the only one that can be seen, or the only one of those with headings that are known; null when that is
 * a question. Hidden sheets are never meant by themselves.
 */
export function meantSheet({ sheets }: Book, columns: ImportColumns): Worksheet | null {
  const visible = sheets.filter((sheet) => !sheet.is_hidden);
  if (visible.length === 1) return visible[0] ?? null;
  const known = visible.map((sheet) => matchColumns(sheet, columns).keys.filter(Boolean).length);
  // A page of notes may have a word or two that is a heading elsewhere.
  const most = Math.max(0, ...known);
  const likely = visible.filter((_sheet, index) => (known[index] ?? 0) >= Math.min(most, 2) && most > 0);
  return likely.length === 1 ? (likely[0] ?? null) : null;
}

/** Whether nothing is left to decide: every heading is known, and a new record would have what it needs. */
export const isSettled = ({ keys }: Match, { columns }: ImportColumns): boolean =>
  keys.every((key) => key !== undefined) &&
  keys.some((key) => key !== '') &&
  columns.every(({ key, required }) => !required || keys.includes(key));

/** The faults of a row by field. */
function faultsOf(faults: Record<number, CellFault> | undefined, { keys }: Match): Record<string, CellFault> | null {
  const byKey = Object.entries(faults ?? {}).flatMap(([column, fault]) => {
    const key = keys[Number(column)];
    return key ? [[key, fault] as const] : [];
  });
  return byKey.length > 0 ? Object.fromEntries(byKey) : null;
}

/** The records of the sheet, by field; those of hidden rows only where they are wanted. */
export function recordsOf(
  { sheet, match, with_hidden }: { sheet: Worksheet; match: Match; with_hidden: boolean },
  { columns }: ImportColumns,
): SheetRecord[] {
  const hidden = new Set(with_hidden ? [] : sheet.hidden);
  const examples = Object.fromEntries(columns.map(({ key, example }) => [key, example]));
  return parseSheetRows(sheet.cells, match, examples).flatMap(({ row, line }) => {
    const place = line - 1;
    if (hidden.has(place)) return [];
    const faults = faultsOf(sheet.faults[place], match);
    return [{ row, line: sheet.lines[place] ?? line, ...(faults ? { faults } : {}) }];
  });
}

/** How many records of the sheet are hidden, and how many there are. */
export function countRows({ cells, hidden }: Worksheet, { first }: Match): { all: number; hidden: number } {
  return { all: cells.length - first, hidden: hidden.filter((place) => place >= first).length };
}

/** The decisions to remember: headings that are not known anyway. */
export function decisionsOf({ heads, keys }: Match, known: Match): Record<string, string> {
  return Object.fromEntries(
    heads.flatMap((head, index) => {
      const key = keys[index] ?? '';
      return head.trim() === '' || key === known.keys[index] ? [] : [[head, key]];
    }),
  );
}
