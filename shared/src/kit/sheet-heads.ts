import { normalizeHead } from './text/normalize-text.ts';

/** A column of an import and the headings it is known by. */
export type KnownColumn = { readonly key: string; readonly label: string; readonly heads?: readonly string[] };

/** The columns of a sheet, and where its records start. */
export type SheetHeads = {
  /** Headings in the order of the sheet; empty where a column has none. */
  heads: string[];
  /** Key of the field by column; undefined where the heading is unknown, '' where it is known not to be imported. */
  keys: (string | undefined)[];
  /** Row index of the first record, from 0. */
  first: number;
};

const textOf = (cell: unknown): string => (cell === null || cell === undefined ? '' : String(cell).trim());

/** A heading as it is compared. */
export const normalHead = normalizeHead;
/** The same without remarks in brackets. */
const bareHead = (head: string): string => normalHead(head).replace(/[([【].*?[)\]】]/g, '');

/** The column with the errors of an earlier import: its key and its name in each language. */
const errorColumnNames = ['error', 'errormessage', '错误信息', '錯誤訊息'];
/** Sheets of schools often begin with a title. */
const searchedRows = 5;

function keysOf(heads: readonly string[], byHead: ReadonlyMap<string, string>): (string | undefined)[] {
  const used = new Set<string>();
  return heads.map((head) => {
    const name = normalHead(head);
    if (name === '' || errorColumnNames.indexOf(name) >= 0) return '';
    const key = byHead.get(name) ?? byHead.get(bareHead(head));
    if (key === undefined || key === '') return key;
    if (used.has(key)) return '';
    used.add(key);
    return key;
  });
}

const matched = (keys: readonly (string | undefined)[]): number => keys.filter(Boolean).length;

/**
 * Reads the headings of a sheet: keys, labels or synonyms, in any order, below a title or not; a row of labels after one of keys
 * is skipped. This supports templates, exported sheets, sheets of failed rows and the school's own. `remembered`: the field of
 * headings by earlier decision; labels and keys mean themselves all the same.
 */
export function parseSheetHeads(
  rows: readonly (readonly unknown[])[],
  columns: readonly KnownColumn[],
  remembered: Readonly<Record<string, string>> = {},
): SheetHeads {
  const byHead = new Map<string, string>();
  for (const { key, label, heads = [] } of columns)
    for (const head of heads.concat(bareHead(label))) byHead.set(normalHead(head), key);
  for (const head of Object.keys(remembered)) byHead.set(head, remembered[head] ?? '');
  for (const { key, label } of columns) byHead.set(normalHead(label), key).set(normalHead(key), key);
  const candidates = rows.slice(0, searchedRows).map((row) => {
    const heads = Array.from(row, textOf);
    return { heads, keys: keysOf(heads, byHead) };
  });
  const place = candidates.reduce(
    (best, { keys }, index) => (matched(keys) > matched(candidates[best]?.keys ?? []) ? index : best),
    0,
  );
  const { heads = [], keys = [] } = candidates[place] ?? {};
  const labels = new Map(columns.map(({ key, label }) => [key, normalHead(label)]));
  const next = Array.from(rows[place + 1] ?? [], textOf);
  const isLabelled =
    matched(keys) > 0 && keys.every((key, index) => !key || normalHead(next[index] ?? '') === labels.get(key));
  return { heads, keys, first: place + (isLabelled ? 2 : 1) };
}

/** The records below the headings as objects by key; empty rows are left out, and an example that nobody changed. */
export function parseSheetRows(
  rows: readonly (readonly unknown[])[],
  { keys, first }: Pick<SheetHeads, 'keys' | 'first'>,
  example: Readonly<Record<string, string>> = {},
): { row: Record<string, unknown>; line: number }[] {
  const isExample = (row: Record<string, unknown>): boolean =>
    Object.keys(example).length > 0 && Object.keys(row).every((key) => textOf(row[key]) === (example[key] ?? ''));
  const records: { row: Record<string, unknown>; line: number }[] = [];
  rows.slice(first).forEach((cells, index) => {
    const row: Record<string, unknown> = {};
    keys.forEach((key, column) => {
      if (key) row[key] = cells[column] ?? null;
    });
    if (Object.keys(row).every((key) => textOf(row[key]) === '') || isExample(row)) return;
    records.push({ row, line: first + index + 1 });
  });
  return records;
}
