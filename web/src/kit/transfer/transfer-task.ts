import { exportBufferRows, progressResetMs } from '@kaike/shared/domain/constants';
import { PluginMissing, type TransferEvent, type TransferPorts } from './transfer-port.ts';
import {
  idle,
  useTransfer,
  type SheetCell,
  type ExportJob,
  type ImportJob,
  type TransferJob,
  type Task,
} from './transfer-state.ts';

/** Resumes a paused task; null while none is waiting. */
let proceed: (() => void) | null = null;
/** Releases the lock; held from the start of a task to its end. */
let release: (() => void) | null = null;

/** A run and whether it was cancelled: a request still in flight must not continue inside the next run. */
type Run = TransferPorts & { is_cancelled: boolean };
let current: Run | null = null;

const set = (change: Partial<Task>): void => useTransfer.setState(change);
const percent = (done: number, all: number): number => Math.min(99, Math.round((done / Math.max(1, all, done)) * 100));
const isBusy = (): boolean => ['running', 'paused'].includes(useTransfer.getState().state);

async function begin(job: TransferJob, ports: TransferPorts, state: 'running' | 'paused'): Promise<Run | null> {
  const right = isBusy() ? null : await ports.claim();
  // Another start may have been faster while the lock was requested.
  if (!right || isBusy()) {
    right?.();
    if (state === 'running') ports.notify('task_exists');
    return null;
  }
  release = right;
  proceed = null;
  current = { ...ports, is_cancelled: false };
  useTransfer.setState({ ...idle, state, kind: job.kind, title: job.title, restored: state === 'paused', end: null });
  return current;
}

function releaseLock(): void {
  release?.();
  release = null;
}

async function finish(run: Run): Promise<void> {
  await run.store.clear();
  releaseLock();
  set({ state: 'finished', progress: 100 });
  run.schedule(() => {
    if (useTransfer.getState().state === 'finished') useTransfer.setState(idle);
  }, progressResetMs);
}

/** Saves the current job, unless it has been cancelled meanwhile. */
async function saveJob(run: Run, job: TransferJob): Promise<void> {
  if (!run.is_cancelled) await run.store.save(job);
}

/** Waits while the task is paused; false once it was cancelled. */
async function waitWhilePaused(run: Run): Promise<boolean> {
  if (useTransfer.getState().state === 'paused' && !run.is_cancelled)
    await new Promise<void>((resolve) => {
      proceed = resolve;
    });
  return !run.is_cancelled;
}

/** Retries the same piece until it succeeds: a failure pauses, resuming retries. Null once cancelled. */
async function retryUntilDone<T>(run: Run, work: () => Promise<T>, event: TransferEvent): Promise<T | null> {
  while (await waitWhilePaused(run)) {
    try {
      const answer = await work();
      return run.is_cancelled ? null : answer;
    } catch (error) {
      if (run.is_cancelled) return null;
      run.notify(error instanceof PluginMissing ? 'plugin_missing' : event);
      set({ state: 'paused', failed: true });
    }
  }
  return null;
}

export function pauseTransfer(): void {
  if (useTransfer.getState().state === 'running') set({ state: 'paused' });
}

export function resumeTransfer(): void {
  if (useTransfer.getState().state !== 'paused') return;
  set({ state: 'running', failed: false, restored: false });
  proceed?.();
  proceed = null;
}

/** Ends the task: nothing more is sent or saved, and a reload does not offer it again. */
export async function cancelTransfer(ports: Pick<TransferPorts, 'store'>): Promise<void> {
  const wasBusy = isBusy();
  if (current) current.is_cancelled = true;
  useTransfer.setState(idle);
  if (wasBusy) await ports.store.clear();
  releaseLock();
  proceed?.();
  proceed = null;
}

/** Writes the collected rows to a file; null once cancelled. A file that could not be built is retried on resume. */
async function writeFile(job: ExportJob, buffer: readonly SheetCell[][], run: Run): Promise<ExportJob | null> {
  const files = job.files + 1;
  const file_name = `${job.file_name}${files > 1 ? `-${files}` : ''}.xlsx`;
  const saved = await retryUntilDone(
    run,
    async () => {
      await run.saveFile({ sheet: job.sheet, file_name, rows: [...job.head.slice(1), ...buffer] });
      return true;
    },
    'download_error',
  );
  if (!saved) return null;
  const next = { ...job, files, pieces: 0 };
  await saveJob(run, next);
  await run.store.dropPieces(job.pieces);
  return next;
}

type Step = { job: ExportJob; rows: SheetCell[][]; is_end: boolean };

/** Fetches the next page and stores it; null once cancelled. */
async function fetchStep(job: ExportJob, run: Run): Promise<Step | null> {
  const answer = await retryUntilDone(run, () => run.fetchPage(job), 'download_error');
  if (!answer) return null;
  const isFirst = job.page === 1;
  const rows = isFirst ? answer.data.slice(2) : answer.data;
  const next: ExportJob = {
    ...job,
    head: isFirst ? answer.data.slice(0, 2) : job.head,
    pages: isFirst ? answer.last_page : job.pages,
    rows: job.rows + rows.length,
    page: job.page + 1,
    id: answer.max_id,
    pieces: job.pieces + 1,
  };
  await run.store.savePiece(job.pieces, rows);
  await saveJob(run, next);
  set({ rows: next.rows, progress: percent(job.page, next.pages) });
  return { job: next, rows, is_end: answer.current_page >= answer.last_page };
}

async function runExportFrom(start: ExportJob, run: Run): Promise<void> {
  let job = start;
  let buffer = ((await run.store.loadPieces(job.pieces)) as SheetCell[][][]).flat();
  set({ rows: job.rows, progress: job.page > 1 ? percent(job.page - 1, job.pages) : 0 });
  for (;;) {
    const step = await fetchStep(job, run);
    if (!step) return;
    ({ job } = step);
    for (const row of step.rows) buffer.push(row);
    while (buffer.length >= exportBufferRows || (step.is_end && (buffer.length > 0 || job.files === 0))) {
      const saved = await writeFile(job, buffer.slice(0, exportBufferRows), run);
      if (!saved) return;
      job = saved;
      buffer = buffer.slice(exportBufferRows);
    }
    if (step.is_end) break;
    if (buffer.length > 0 && job.pieces === 0) {
      // A page extended past the end of a file: its remaining rows start the next one.
      await run.store.savePiece(0, buffer);
      job = { ...job, pieces: 1 };
      await saveJob(run, job);
    }
  }
  await finish(run);
  run.notify('download_done');
}

/** The first piece has the rows to send, the second those refused before; each chunk then adds those it refuses. */
const refusedPiece = 1;

async function runImportFrom(start: ImportJob, run: Run): Promise<void> {
  let job = start;
  const [rows = [], ...wrong] = (await run.store.loadPieces(
    refusedPiece + 1 + Math.ceil(job.sent / job.chunk_rows),
  )) as Record<string, unknown>[][];
  const errors = wrong.flat();
  set({ rows: job.sent, progress: job.sent > 0 ? percent(job.sent, job.total) : 0 });
  while (job.sent < job.total) {
    const chunk = job;
    const answer = await retryUntilDone(
      run,
      () => run.send(chunk, rows.slice(chunk.sent, chunk.sent + chunk.chunk_rows)),
      'import_error',
    );
    if (!answer) return;
    errors.push(...answer.errors);
    const piece = refusedPiece + 1 + chunk.sent / chunk.chunk_rows;
    job = {
      ...job,
      sent: Math.min(job.total, job.sent + job.chunk_rows),
      success: job.success + answer.success,
      created: (job.created ?? 0) + (answer.created ?? 0),
      updated: (job.updated ?? 0) + (answer.updated ?? 0),
      wrong: errors.length,
      import_id: answer.import_id ?? job.import_id,
    };
    await run.store.savePiece(piece, answer.errors);
    await saveJob(run, job);
    set({ rows: job.sent, progress: percent(job.sent, job.total) });
  }
  await finish(run);
  useTransfer.setState({ end: { job, errors } });
  if (errors.length === 0) run.notify('import_done');
}

/** Fetches page after page and writes files of at most 100,000 rows. One task at a time. */
export async function runExport(job: ExportJob, ports: TransferPorts): Promise<void> {
  if (!job.url) return ports.notify('no_url');
  const run = await begin(job, ports, 'running');
  if (!run) return;
  await ports.store.clear();
  await ports.store.save(job);
  await runExportFrom(job, run);
}

/** Sends rows in chunks and collects wrong rows. A failed request pauses, resuming sends the same chunk with the same key. */
export async function runImport(
  job: ImportJob,
  { rows, refused = [] }: { rows: readonly Record<string, unknown>[]; refused?: readonly Record<string, unknown>[] },
  ports: TransferPorts,
): Promise<void> {
  const run = await begin(job, ports, 'running');
  if (!run) return;
  await ports.store.clear();
  await ports.store.savePiece(0, [...rows]);
  await ports.store.savePiece(refusedPiece, [...refused]);
  await ports.store.save(job);
  await runImportFrom(job, run);
}

/** Restores a task that a reload or a crash cut off, paused. It continues where it stopped once resumed. */
export async function findTransfer(owner: number, ports: TransferPorts): Promise<void> {
  const job = await ports.store.load();
  const run = job?.owner === owner ? await begin(job, ports, 'paused') : null;
  if (!job || !run) return;
  await (job.kind === 'export' ? runExportFrom(job, run) : runImportFrom(job, run));
}
