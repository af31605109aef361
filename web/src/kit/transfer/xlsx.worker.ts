import { writeXlsx } from 'hucre';
import { escapeSheetText } from '@kaike/shared/domain/office/sheet-text';
import { columnWidths } from '@kaike/shared/domain/office/sheet-widths';
import { parseWorkbook } from './workbook/parse-workbook.ts';
import { WorkbookError } from './workbook/workbook.ts';

type Cell = string | number | boolean | null;
type Job = { id: number } & (
  | { kind: 'write'; sheet: string; rows: Cell[][] }
  | { kind: 'read'; bytes: Uint8Array<ArrayBuffer> }
);

const port = self as unknown as {
  onmessage: ((event: MessageEvent<Job>) => void) | null;
  postMessage: (message: unknown, transfer?: Transferable[]) => void;
};

async function work(job: Job): Promise<void> {
  if (job.kind === 'write') {
    const rows = job.rows.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeSheetText(cell) : cell)));
    const bytes = await writeXlsx({
      sheets: [{ name: job.sheet, rows, columns: columnWidths(job.rows).map((width) => ({ width })) }],
    });
    port.postMessage({ id: job.id, bytes }, [bytes.buffer as ArrayBuffer]);
    return;
  }
  port.postMessage({ id: job.id, sheets: await parseWorkbook(job.bytes) });
}

port.onmessage = (event) => {
  work(event.data).catch((error: unknown) =>
    port.postMessage({
      id: event.data.id,
      error: error instanceof Error ? error.message : 'xlsx',
      problem: error instanceof WorkbookError ? error.problem : undefined,
    }),
  );
};
