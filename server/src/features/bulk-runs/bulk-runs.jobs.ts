import type { Job } from '../../core/job.ts';
import { forgetRuns, resumeRuns } from './tend-runs.ts';
import { workRun } from './work-run.ts';

const bulkRunJob: Job = { name: 'bulk-run', run: (ctx, payload) => workRun(ctx, Number(payload['id'])) };

/** Resumes what a killed server left behind and deletes old runs. */
const tendBulkRunsJob: Job = {
  name: 'tend-bulk-runs',
  cron: '* * * * *',
  async run(ctx) {
    await resumeRuns(ctx);
    await forgetRuns(ctx);
  },
};

export const bulkRunJobs: readonly Job[] = [bulkRunJob, tendBulkRunsJob];
