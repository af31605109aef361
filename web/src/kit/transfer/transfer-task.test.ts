import { beforeEach, describe, expect, it } from 'vitest';
import { cancelTransfer, pauseTransfer, resumeTransfer, runExport, runImport, useTransfer, type Cell, type ExportPage, type TransferPorts } from './transfer-task.ts';

type Saved = { file_name: string; rows: Cell[][] };
let saved: Saved[] = [];
let told: string[] = [];
let reset: (() => void) | null = null;

const ports: TransferPorts = {
  saveFile: async ({ file_name, rows }) => void saved.push({ file_name, rows }),
  tell: (event) => void told.push(event),
  later: (work, ms) => {
    expect(ms).toBe(1000);
    reset = work;
  },
};

beforeEach(() => {
  cancelTransfer();
  saved = [];
  told = [];
  reset = null;
});

const head: Cell[][] = [['id'], ['ID']];
const pageOf = (page: number, last: number): ExportPage => ({ current_page: page, last_page: last, max_id: page * 10, data: [...(page === 1 ? head : []), [page * 10], [page * 10 + 1]] });
const given = { title: 'x', sheet: 'x', file_name: 'x' };
/** Resolves once the store is in a state, without waiting for time. */
const reaches = (state: string): Promise<void> => new Promise((resolve) => {
  if (useTransfer.getState().state === state) return resolve();
  const stop = useTransfer.subscribe((task) => { if (task.state === state) { stop(); resolve(); } });
});

describe('export', () => {
  it('fetches page after page by the last id, writes labels and rows, and resets', async () => {
    const asked: number[][] = [];
    await runExport({ ...given, fetchPage: async (page, id) => { asked.push([page, id]); return pageOf(page, 3); } }, ports);
    expect(asked).toEqual([[1, 0], [2, 10], [3, 20]]);
    expect(saved).toEqual([{ file_name: 'x.xlsx', rows: [['ID'], [10], [11], [20], [21], [30], [31]] }]);
    expect(told).toEqual(['download_done']);
    expect(useTransfer.getState()).toMatchObject({ state: 'finished', progress: 100 });
    reset?.();
    expect(useTransfer.getState()).toMatchObject({ state: 'idle', progress: 0 });
  });

  it('splits files at 100,000 rows, each with the labels', async () => {
    const big = Array.from({ length: 100_000 }, (_one, index): Cell[] => [index]);
    await runExport({ ...given, fetchPage: async (page) => ({ current_page: page, last_page: 2, max_id: page, data: page === 1 ? [...head, ...big] : [[1]] }) }, ports);
    expect(saved.map((file) => [file.file_name, file.rows.length, file.rows[0]])).toEqual([['x.xlsx', 100_001, ['ID']], ['x-2.xlsx', 2, ['ID']]]);
  });

  it('pauses on a failed request and fetches the failed page again when resumed', async () => {
    const asked: number[] = [];
    const run = runExport({ ...given, fetchPage: async (page) => {
      asked.push(page);
      if (asked.length === 2) throw new Error('cut');
      return pageOf(page, 2);
    } }, ports);
    await reaches('paused');
    expect(told).toEqual(['download_error']);
    resumeTransfer();
    await run;
    expect(asked).toEqual([1, 2, 2]);
    expect(saved[0]?.rows).toHaveLength(5);
  });

  it('runs one at a time, can be paused by hand, and saves nothing once cancelled', async () => {
    const run = runExport({ ...given, fetchPage: async (page) => { if (page === 1) pauseTransfer(); return pageOf(page, 9); } }, ports);
    await reaches('paused');
    await runExport({ ...given, fetchPage: async (page) => pageOf(page, 1) }, ports);
    expect(told).toEqual(['task_exists']);
    cancelTransfer();
    await run;
    expect(saved).toEqual([]);
    expect(useTransfer.getState().state).toBe('idle');
  });
});

describe('import', () => {
  const rows = Array.from({ length: 450 }, (_one, index) => ({ name: String(index) }));

  it('sends chunks of 200 and gathers wrong rows', async () => {
    const sizes: number[] = [];
    let result: [number, number] | null = null;
    await runImport({ title: 'x', rows, send: async (chunk, number) => { sizes.push(chunk.length); return { success: chunk.length - 1, errors: [{ name: String(number), error: 'bad' }] }; }, done: (success, errors) => { result = [success, errors.length]; } }, ports);
    expect(sizes).toEqual([200, 200, 50]);
    expect(result).toEqual([447, 3]);
    expect(told).toEqual([]);
  });

  it('sends the same chunk again after a failure, and says when all went well', async () => {
    const numbers: number[] = [];
    const run = runImport({ title: 'x', rows, send: async (chunk, number) => {
      numbers.push(number);
      if (numbers.length === 2) throw new Error('cut');
      return { success: chunk.length, errors: [] };
    }, done: () => undefined }, ports);
    await reaches('paused');
    resumeTransfer();
    await run;
    expect(numbers).toEqual([0, 1, 1, 2]);
    expect(told).toEqual(['import_error', 'import_done']);
  });
});
