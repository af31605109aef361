import { create } from 'zustand';
import { getBulkRuns, startBulkRun, type BulkRun } from '@kaike/shared/contracts/bulk-runs';
import { bulkState } from '@kaike/shared/domain/bulk-run';
import type { BodyOf } from '@kaike/shared/kit/contract';
import { call } from '../../api/client.ts';

type BulkState = {
  /** The run whose progress stands in the corner; null for none. */
  id: number | null;
  /** Whether the list of the person's runs is open. */
  is_listed: boolean;
};

export const useBulk = create<BulkState>(() => ({ id: null, is_listed: false }));

export const showRun = (id: number | null): void => useBulk.setState({ id });
export const listRuns = (isListed: boolean): void => useBulk.setState({ is_listed: isListed });

export type BulkRunBody = Partial<BodyOf<typeof startBulkRun>>;

/** Hands a write on many rows to the server and shows how it goes. The same key starts it once. */
export async function startBulk(body: BulkRunBody, key: string): Promise<BulkRun> {
  const { run } = await call(startBulkRun, { body, headers: { 'X-Idempotency-Key': key } });
  showRun(run.id);
  return run;
}

/** After a reload, or on another computer: a run that is still under way is shown again. */
export async function findBulk(): Promise<void> {
  const { data } = await call(getBulkRuns, { quiet: true });
  const running = data.find((run) => run.state === bulkState.running);
  if (running && useBulk.getState().id === null) showRun(running.id);
}
