import { create } from 'zustand';

export type FailedRow = { id: number; title: string; code: string; message: string };
/** Answer to one page of a bulk write. */
export type BulkAnswer = { done: number; failed: FailedRow[]; looked: number; next: number | null; ids?: number[] };
export type BulkState = 'idle' | 'running' | 'paused' | 'failed' | 'finished';

export type BulkRun = {
  state: BulkState; title: string;
  /** Rows it is about, looked at so far, and changed. */
  total: number; looked: number; done: number;
  failed: FailedRow[]; failed_count: number;
  error: string;
  /** Rows changed, for who wants to take it back. */
  ids: number[];
};

export type BulkGiven = {
  title: string; total: number;
  /** Does one page, named by where the last one ended. The key is the same when a page is tried again. */
  send: (after: number, key: string) => Promise<BulkAnswer>;
  finished: (run: BulkRun) => void;
};

const idle: BulkRun = { state: 'idle', title: '', total: 0, looked: 0, done: 0, failed: [], failed_count: 0, error: '', ids: [] };
const toldFailures = 200;

export const useBulkRun = create<BulkRun>(() => idle);

let given: BulkGiven | null = null;
let after = 0;
let key = '';
/** Tells a run from one that was started after it. */
let turn = 0;

function add(answer: BulkAnswer): void {
  useBulkRun.setState((run) => ({
    looked: run.looked + answer.looked, done: run.done + answer.done, failed: [...run.failed, ...answer.failed].slice(0, toldFailures),
    failed_count: run.failed_count + answer.failed.length, ids: answer.ids ? [...run.ids, ...answer.ids] : run.ids,
  }));
}

async function walk(): Promise<void> {
  const mine = (turn += 1);
  while (given && turn === mine && useBulkRun.getState().state === 'running') {
    try {
      const answer = await given.send(after, key);
      if (turn !== mine) return;
      add(answer);
      if (answer.next === null) {
        useBulkRun.setState({ state: 'finished' });
        given.finished(useBulkRun.getState());
        return;
      }
      after = answer.next;
      key = crypto.randomUUID();
    } catch (error) {
      if (turn === mine) useBulkRun.setState({ state: 'failed', error: error instanceof Error ? error.message : '' });
    }
  }
}

/** Starts a bulk write page by page; it goes on while the person works elsewhere in the back office. False when one is running. */
export function startBulk(next: BulkGiven): boolean {
  const { state } = useBulkRun.getState();
  if (state === 'running' || state === 'paused' || state === 'failed') return false;
  [given, after, key] = [next, 0, crypto.randomUUID()];
  useBulkRun.setState({ ...idle, state: 'running', title: next.title, total: next.total });
  void walk();
  return true;
}

/** Stops after the page that is under way. */
export function pauseBulk(): void {
  if (useBulkRun.getState().state === 'running') useBulkRun.setState({ state: 'paused' });
}

/** Goes on where it stopped; a failed page is tried again. */
export function resumeBulk(): void {
  const { state } = useBulkRun.getState();
  if (state !== 'paused' && state !== 'failed') return;
  useBulkRun.setState({ state: 'running', error: '' });
  void walk();
}

/** Ends it; what is done stays done. */
export function closeBulk(): void {
  const { state, done } = useBulkRun.getState();
  turn += 1;
  if (state !== 'finished' && done > 0) given?.finished(useBulkRun.getState());
  given = null;
  useBulkRun.setState(idle);
}
