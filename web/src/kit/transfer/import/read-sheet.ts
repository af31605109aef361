import type { Cell } from '../transfer-state.ts';
import { readXlsxFile } from '../xlsx.ts';
import { PluginMissing } from '../transfer-port.ts';

/** A chosen file: the cells of its first sheet. */
export type Book = { file_name: string; cells: Cell[][] };
export type BookProblem = 'only_xlsx' | 'plugin_missing' | 'unreadable' | 'too_many_rows' | 'empty_sheet';

export const maximumRows = 50_000;

/** Reads a file in the worker. */
export async function readBook(file: File): Promise<{ book: Book } | { problem: BookProblem }> {
  if (!file.name.toLowerCase().endsWith('.xlsx')) return { problem: 'only_xlsx' };
  try {
    const { rows: cells } = await readXlsxFile(file);
    if (cells.length < 2) return { problem: 'empty_sheet' };
    return cells.length > maximumRows ? { problem: 'too_many_rows' } : { book: { file_name: file.name, cells } };
  } catch (error) {
    return { problem: error instanceof PluginMissing ? 'plugin_missing' : 'unreadable' }; // Not a readable workbook.
  }
}
