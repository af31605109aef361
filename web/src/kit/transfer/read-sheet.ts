import type { Cell } from './transfer-state.ts';
import { readXlsxFile, sheetName } from './xlsx.ts';
import { PluginMissing } from './transfer-port.ts';

export type SheetRow = Record<string, unknown>;
export type Sheet = { file_name: string; keys: string[]; rows: SheetRow[] };
export type SheetProblem = 'only_xlsx' | 'wrong_sheet' | 'too_many_rows' | 'plugin_missing';

export const maximumRows = 50_000;
const headRows = 2;

/** Rows of a sheet as objects: row 1 holds the keys, row 2 the labels. A column that explains errors of an earlier import is left out. */
export function sheetRows(rows: Cell[][]): Omit<Sheet, 'file_name'> {
  const columns = (rows[0] ?? []).map((cell, index) => ({ key: String(cell ?? ''), index })).filter(({ key }) => key !== '' && key !== 'error');
  const data = rows.slice(headRows).filter((row) => row.some((cell) => cell !== null && cell !== ''));
  return { keys: columns.map(({ key }) => key), rows: data.map((row) => Object.fromEntries(columns.map(({ key, index }) => [key, row[index] ?? null]))) };
}

/** Reads a file in the worker and checks that it is filled from the template: the first sheet's name and at least one known column. */
export async function readSheet(file: File, expected: { sheet: string; fields: Record<string, string> }): Promise<Sheet | SheetProblem> {
  if (!file.name.toLowerCase().endsWith('.xlsx')) return 'only_xlsx';
  try {
    const found = await readXlsxFile(file);
    const sheet = sheetRows(found.rows);
    if (found.sheet !== sheetName(expected.sheet) || !sheet.keys.some((key) => key in expected.fields)) return 'wrong_sheet';
    return sheet.rows.length > maximumRows ? 'too_many_rows' : { ...sheet, file_name: file.name };
  } catch (error) {
    return error instanceof PluginMissing ? 'plugin_missing' : 'wrong_sheet'; // Not a readable workbook at all.
  }
}
