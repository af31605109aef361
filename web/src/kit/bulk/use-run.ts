import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BulkRun } from '@kaike/shared/contracts/office/bulk-runs';
import * as bulkRuns from '@kaike/shared/contracts/office/bulk-runs';
import { bulkState } from '@kaike/shared/domain/office/bulk-run';
import { apiBase, call } from '../../api/client.ts';
import { reloadResource } from '../use-resource.ts';
import { startBulk } from './bulk-state.ts';

const pollMs = 1000;
const runsKey = 'bulk-runs';

export const allRunsKey = [runsKey, 'all'] as const;

/** URL of the sheet with the outcome of every row. */
export const resultsUrl = (id: number): string => `${apiBase()}/admin/bulk-runs/${id}/results.xlsx`;

/** A run, polled every second while it works; the list it changes is reloaded when it ends. */
export function useRun(id: number) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [runsKey, id],
    staleTime: 0,
    queryFn: () => call(bulkRuns.getBulkRun, { params: { id }, quiet: true }),
    refetchInterval: ({ state }) => (state.data && state.data.run.state !== bulkState.running ? false : pollMs),
    refetchIntervalInBackground: true,
  });
  const run = query.data?.run;
  const wasRunning = useRef(false);
  useEffect(() => {
    if (!run) return;
    if (wasRunning.current && run.state !== bulkState.running) {
      void reloadResource(client, run.resource);
      void client.invalidateQueries({ queryKey: allRunsKey });
    }
    wasRunning.current = run.state === bulkState.running;
  }, [run, client]);
  return query;
}

/** The actions on a run. */
export function useRunActions() {
  const client = useQueryClient();
  const fresh = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } finally {
      await client.invalidateQueries({ queryKey: [runsKey] });
    }
  };
  return {
    cancel: (id: number) => fresh(call(bulkRuns.cancelBulkRun, { params: { id } })),
    resume: (id: number) => fresh(call(bulkRuns.resumeBulkRun, { params: { id } })),
    restore: (run: BulkRun) =>
      fresh(startBulk({ resource: run.resource, action: 'restore', of_run: run.id }, `restore-run-${run.id}`)),
  };
}
