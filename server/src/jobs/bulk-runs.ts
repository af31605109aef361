import { forgetRuns, resumeRuns, workRun } from '../features/bulk-runs/public.ts';
import type { Job } from './job.ts';

export const bulkRunJob: Job = { name: 'bulk-run', run: (ctx, payload) => workRun(ctx, Number(payload['id'])) };

/** Resumes what a killed server left behind and deletes old runs. */
export const tendBulkRunsJob: Job = {
  name: 'tend-bulk-runs',
  cron: '* * * * *',
  async run(ctx) {
    await resumeRuns(ctx);
    await forgetRuns(ctx);
  },
};
