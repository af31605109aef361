import { PluginMissing } from '../transfer-port.ts';
import { WorkbookError, type WorkbookProblem, type Worksheet } from '../workbook/workbook.ts';
import { parseXlsxFile } from '../xlsx.ts';

/** A chosen file and its sheets that have rows below a heading. */
export type Book = { file_name: string; sheets: Worksheet[] };
export type BookProblem = WorkbookProblem | 'plugin_missing' | 'empty_sheet';

/** Reads a file in the worker. */
export async function openWorkbook(file: File): Promise<{ book: Book } | { problem: BookProblem }> {
  try {
    const sheets = (await parseXlsxFile(file)).filter(({ cells }) => cells.length > 1);
    return sheets.length === 0 ? { problem: 'empty_sheet' } : { book: { file_name: file.name, sheets } };
  } catch (error) {
    if (error instanceof WorkbookError) return { problem: error.problem };
    return { problem: error instanceof PluginMissing ? 'plugin_missing' : 'damaged' };
  }
}
