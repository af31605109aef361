import { normalHead, readSheetHeads, readSheetRows, type SheetHeads } from '@kaike/shared/kit/sheet-heads';
import type { ImportColumns } from './import-columns.ts';
import type { Book } from './read-sheet.ts';
import type { SheetRecord } from './use-check.ts';

export type Match = SheetHeads;

/** What the headings of the sheet stand for, as far as known. */
export function matchColumns({ cells }: Book, { columns, remembered, exported }: ImportColumns): Match {
  const notImported = Object.fromEntries(exported.map((head) => [normalHead(head), '']));
  return readSheetHeads(cells, columns, { ...notImported, ...remembered });
}

/** Whether nothing is left to decide: every heading is known, and a new record would have what it needs. */
export const isSettled = ({ keys }: Match, { columns }: ImportColumns): boolean =>
  keys.every((key) => key !== undefined) &&
  keys.some((key) => key !== '') &&
  columns.every(({ key, required }) => !required || keys.includes(key));

/** The records of the sheet, by field. */
export const recordsOf = ({ cells }: Book, match: Match, { columns }: ImportColumns): SheetRecord[] =>
  readSheetRows(cells, match, Object.fromEntries(columns.map(({ key, example }) => [key, example])));

/** The decisions to remember: headings that are not known anyway. */
export function decisionsOf({ heads, keys }: Match, known: Match): Record<string, string> {
  return Object.fromEntries(
    heads.flatMap((head, index) => {
      const key = keys[index] ?? '';
      return head.trim() === '' || key === known.keys[index] ? [] : [[head, key]];
    }),
  );
}
