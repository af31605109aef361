import { create } from 'zustand';
import { exportBufferRows, importChunkRows, progressResetMs } from '@kaike/shared/domain/constants';

export type Cell = string | number | boolean | null;
export type TransferState = 'idle' | 'running' | 'paused' | 'finished';

type Task = {
  state: TransferState; kind: 'export' | 'import' | null; title: string; rows: number;
  /** 0 to 100. */
  progress: number;
  error: string | null;
};

export type ExportPage = { current_page: number; last_page: number; max_id: number; data: Cell[][] };
export type ImportAnswer = { success: number; errors: Record<string, unknown>[] };

/** What a task does to the world; tests hand in their own. */
export type TransferPorts = {
  saveFile: (given: { sheet: string; file_name: string; rows: Cell[][] }) => Promise<void>;
  tell: (event: 'download_done' | 'download_error' | 'import_done' | 'import_error' | 'task_exists') => void;
  later: (work: () => void, ms: number) => void;
};

const idle: Task = { state: 'idle', kind: null, title: '', rows: 0, progress: 0, error: null };

export const useTransfer = create<Task>(() => idle);

/** Continues where it paused; null while nothing is paused. */
let proceed: (() => void) | null = null;
let cancelled = false;

const set = (change: Partial<Task>): void => useTransfer.setState(change);

function begin(kind: 'export' | 'import', title: string, ports: TransferPorts): boolean {
  const { state } = useTransfer.getState();
  if (state === 'running' || state === 'paused') {
    ports.tell('task_exists');
    return false;
  }
  cancelled = false;
  proceed = null;
  useTransfer.setState({ ...idle, state: 'running', kind, title });
  return true;
}

function finish(ports: TransferPorts): void {
  set({ state: 'finished', progress: 100 });
  ports.later(() => { if (useTransfer.getState().state === 'finished') useTransfer.setState(idle); }, progressResetMs);
}

/** Waits while the person has paused; false once the task was cancelled. */
async function mayGoOn(): Promise<boolean> {
  if (useTransfer.getState().state === 'paused' && !cancelled) await new Promise<void>((resolve) => { proceed = resolve; });
  return !cancelled;
}

/** Asks again and again for the same piece: a failure pauses, resuming retries it. Null once cancelled. */
async function insist<T>(work: () => Promise<T>, failed: () => void): Promise<T | null> {
  while (await mayGoOn()) {
    try {
      return await work();
    } catch {
      failed();
      set({ state: 'paused' });
    }
  }
  return null;
}

export function pauseTransfer(): void {
  if (useTransfer.getState().state === 'running') set({ state: 'paused' });
}

export function resumeTransfer(): void {
  if (useTransfer.getState().state !== 'paused') return;
  set({ state: 'running' });
  proceed?.();
  proceed = null;
}

export function cancelTransfer(): void {
  cancelled = true;
  proceed?.();
  proceed = null;
  useTransfer.setState(idle);
}

type ExportGiven = { title: string; sheet: string; file_name: string; fetchPage: (page: number, id: number) => Promise<ExportPage> };

/** Fetches page after page and writes files of at most 100,000 rows. One task at a time. */
export async function runExport(given: ExportGiven, ports: TransferPorts): Promise<void> {
  if (!begin('export', given.title, ports)) return;
  let buffer: Cell[][] = [];
  let head: Cell[][] = [];
  let [page, id, pages, files, rows] = [1, 0, 1, 0, 0];
  const flush = async (): Promise<void> => {
    files += 1;
    const suffix = files > 1 ? `-${files}` : '';
    await ports.saveFile({ sheet: given.sheet, file_name: `${given.file_name}${suffix}.xlsx`, rows: [...head.slice(1), ...buffer] });
    buffer = [];
  };
  for (;;) {
    const answer = await insist(() => given.fetchPage(page, id), () => ports.tell('download_error'));
    if (answer === null) return;
    if (page === 1) {
      head = answer.data.slice(0, 2);
      pages = answer.last_page;
    }
    const data = page === 1 ? answer.data.slice(2) : answer.data;
    buffer.push(...data);
    rows += data.length;
    set({ rows, progress: Math.min(99, Math.round((page / Math.max(pages, page)) * 100)) });
    const isEnd = answer.current_page >= answer.last_page;
    if (buffer.length >= exportBufferRows || isEnd) await flush();
    if (isEnd) break;
    id = answer.max_id;
    page += 1;
  }
  finish(ports);
  ports.tell('download_done');
}

type ImportGiven = {
  title: string; rows: Record<string, unknown>[]; chunk_rows?: number;
  send: (rows: Record<string, unknown>[], chunk: number) => Promise<ImportAnswer>;
  /** Called when every chunk has been sent. */
  done: (success: number, errors: Record<string, unknown>[]) => void;
};

/** Sends rows in chunks of 200; wrong rows are collected. A failed request pauses, resuming sends the same chunk. */
export async function runImport(given: ImportGiven, ports: TransferPorts): Promise<void> {
  if (!begin('import', given.title, ports)) return;
  const size = given.chunk_rows ?? importChunkRows;
  const errors: Record<string, unknown>[] = [];
  let success = 0;
  for (let start = 0; start < given.rows.length; start += size) {
    const answer = await insist(() => given.send(given.rows.slice(start, start + size), start / size), () => ports.tell('import_error'));
    if (answer === null) return;
    success += answer.success;
    errors.push(...answer.errors);
    const sent = Math.min(given.rows.length, start + size);
    set({ rows: sent, progress: Math.min(99, Math.round((sent / given.rows.length) * 100)) });
  }
  finish(ports);
  given.done(success, errors);
  if (errors.length === 0) ports.tell('import_done');
}
