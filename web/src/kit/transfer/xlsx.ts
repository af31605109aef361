import { sheetNameLength } from '@kaike/shared/domain/constants';
import { PluginMissing } from './transfer-port.ts';
import type { SheetCell } from './transfer-state.ts';
import { WorkbookError, type WorkbookProblem, type Worksheet } from './workbook/workbook.ts';

type Answer = { id: number; error?: string; problem?: WorkbookProblem; bytes?: Uint8Array; sheets?: Worksheet[] };

let worker: Worker | null = null;
let next = 1;
const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();

function theWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./xlsx.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = (event: MessageEvent<Answer>) => {
    const waiter = waiting.get(event.data.id);
    waiting.delete(event.data.id);
    const { error, problem } = event.data;
    if (problem) waiter?.reject(new WorkbookError(problem));
    else if (error) waiter?.reject(new Error(error));
    else waiter?.resolve(event.data);
  };
  worker.onerror = () => {
    for (const waiter of waiting.values()) waiter.reject(new PluginMissing('xlsx worker'));
    waiting.clear();
    worker = null;
  };
  return worker;
}

function callWorker(job: Record<string, unknown>, transfer: Transferable[] = []): Promise<Answer> {
  const id = (next += 1);
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    theWorker().postMessage({ ...job, id }, transfer);
  });
}

/** A sheet name allowed in xlsx: at most 29 characters. */
export const sheetName = (name: string): string => name.replace(/[[\]:*?/\\]/g, ' ').slice(0, sheetNameLength);

/** Downloads a file. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Builds an xlsx file in the worker and saves it. */
export async function saveXlsx({
  sheet,
  file_name,
  rows,
}: {
  sheet: string;
  file_name: string;
  rows: SheetCell[][];
}): Promise<void> {
  const { bytes } = await callWorker({ kind: 'write', sheet: sheetName(sheet), rows });
  if (bytes)
    saveBlob(
      new Blob([bytes as BlobPart], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }),
      file_name,
    );
}

/** The sheets of a file that have rows, read in the worker. Throws a `WorkbookError` for a file that is no workbook. */
export async function parseXlsxFile(file: File): Promise<Worksheet[]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { sheets = [] } = await callWorker({ kind: 'read', bytes }, [bytes.buffer]);
  return sheets;
}
