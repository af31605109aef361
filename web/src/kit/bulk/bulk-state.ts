import { create } from 'zustand';
import type { BulkRun } from '@kaike/shared/contracts/office/bulk-runs';
import * as bulkRuns from '@kaike/shared/contracts/office/bulk-runs';
import { bulkState } from '@kaike/shared/domain/office/bulk-run';
import type { BodyOf } from '@kaike/shared/kit/contract';
import { call } from '../../api/client.ts';

type BulkState = {
  /** The run whose progress is shown in the corner; null for none. */
  id: number | null;
  /** Whether the list of the user's runs is open. */
  is_listed: boolean;
};

export const useBulk = create<BulkState>(() => ({ id: null, is_listed: false }));

export const openRun = (id: number | null): void => useBulk.setState({ id });
export const listRuns = (isListed: boolean): void => useBulk.setState({ is_listed: isListed });

export type BulkRunBody = Partial<BodyOf<typeof bulkRuns.startBulkRun>>;

/** Starts a write on many rows on the server and shows its progress. The same key starts it once. */
export async function startBulk(body: BulkRunBody, key: string): Promise<BulkRun> {
  const { run } = await call(bulkRuns.startBulkRun, { body, headers: { 'X-Idempotency-Key': key } });
  openRun(run.id);
  return run;
}

/** Shows a run that is still in progress again after a reload or on another computer. */
export async function findBulk(): Promise<void> {
  const { data } = await call(bulkRuns.listBulkRuns, { quiet: true });
  const running = data.find((run) => run.state === bulkState.running);
  if (running && useBulk.getState().id === null) openRun(running.id);
}
