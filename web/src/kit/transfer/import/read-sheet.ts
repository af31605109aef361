import { readSheetHeads } from '@kaike/shared/kit/sheet-heads';
import type { Cell } from '../transfer-state.ts';
import { readXlsxFile, sheetName } from '../xlsx.ts';
import { PluginMissing } from '../transfer-port.ts';

export type SheetRow = Record<string, unknown>;
/** `first_row` is the spreadsheet's number of the first record's row; `missing` and `ignored` are column headings. */
export type Sheet = {
  file_name: string;
  keys: string[];
  rows: SheetRow[];
  first_row: number;
  missing: string[];
  ignored: string[];
};
export type SheetProblem =
  | { kind: 'only_xlsx' | 'plugin_missing' | 'unreadable' | 'too_many_rows' }
  // oxlint-disable-next-line id-denylist -- parameter of the wording
  | { kind: 'other_sheet'; found: string; sheet: string }
  | { kind: 'no_heads'; heads: string };

export const maximumRows = 50_000;

type SheetColumns = {
  sheet: string;
  /** Labels of the imported columns, by key. */
  fields: Record<string, string>;
  /** Labels of columns that only an export contains; they are skipped. */
  exported: Record<string, string>;
  /** Keys without which a new record is refused. */
  required: readonly string[];
};

/** Rows of a sheet as objects by key. */
export function sheetRows(
  cells: Cell[][],
  { fields, exported, required }: Omit<SheetColumns, 'sheet'>,
): Omit<Sheet, 'file_name'> {
  const { columns, first, ignored } = readSheetHeads(cells, fields);
  const data = cells.slice(first).filter((row) => row.some((cell) => cell !== null && cell !== ''));
  const passed = new Set(Object.values(exported));
  return {
    keys: columns.map(({ key }) => key),
    first_row: first + 1,
    rows: data.map((row) => Object.fromEntries(columns.map(({ key, index }) => [key, row[index] ?? null]))),
    missing: required.filter((key) => !columns.some((column) => column.key === key)).map((key) => fields[key] ?? key),
    ignored: ignored.filter((head) => !passed.has(head) && !(head in exported)),
  };
}

/** Reads a file in the worker and checks that it belongs to this list: the first sheet's name and at least one known column. */
export async function readSheet(
  file: File,
  expected: SheetColumns,
): Promise<{ sheet: Sheet } | { problem: SheetProblem }> {
  if (!file.name.toLowerCase().endsWith('.xlsx')) return { problem: { kind: 'only_xlsx' } };
  try {
    const content = await readXlsxFile(file);
    const name = sheetName(expected.sheet);
    // oxlint-disable-next-line id-denylist -- parameter of the wording
    if (content.sheet !== name) return { problem: { kind: 'other_sheet', found: content.sheet, sheet: name } };
    const sheet = sheetRows(content.rows, expected);
    if (sheet.keys.length === 0)
      return { problem: { kind: 'no_heads', heads: Object.values(expected.fields).join('、') } };
    return sheet.rows.length > maximumRows
      ? { problem: { kind: 'too_many_rows' } }
      : { sheet: { ...sheet, file_name: file.name } };
  } catch (error) {
    return { problem: { kind: error instanceof PluginMissing ? 'plugin_missing' : 'unreadable' } }; // Not a readable workbook.
  }
}
