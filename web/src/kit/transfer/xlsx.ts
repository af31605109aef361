import { sheetNameLength } from '@kaike/shared/domain/constants';
import { PluginMissing } from './transfer-port.ts';
import type { Cell } from './transfer-state.ts';

type Answer = { id: number; error?: string; bytes?: Uint8Array; sheet?: string; rows?: Cell[][] };

let worker: Worker | null = null;
let next = 1;
const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();

function theWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./xlsx.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = (event: MessageEvent<Answer>) => {
    const waiter = waiting.get(event.data.id);
    waiting.delete(event.data.id);
    if (event.data.error) waiter?.reject(new Error(event.data.error));
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
  rows: Cell[][];
}): Promise<void> {
  const { bytes } = await callWorker({ kind: 'write', sheet: sheetName(sheet), rows });
  if (bytes)
    saveBlob(
      new Blob([bytes as BlobPart], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }),
      file_name,
    );
}

/** The first sheet of a file, read in the worker. */
export async function readXlsxFile(file: File): Promise<{ sheet: string; rows: Cell[][] }> {
  const bytes = await file.arrayBuffer();
  const { sheet = '', rows = [] } = await callWorker({ kind: 'read', bytes }, [bytes]);
  return { sheet, rows };
}
