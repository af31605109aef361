import type { AnyJob, Job } from '../../../core/job.ts';
import { forgetRuns, resumeRuns } from './tend-runs.ts';
import { workRun } from './work-run.ts';

declare module '../../../core/job.ts' {
  interface JobPayloads {
    'bulk-run': { id: number };
  }
}

const bulkRunJob: Job<'bulk-run'> = { name: 'bulk-run', run: (ctx, { id }) => workRun(ctx, id) };

/** Resumes what a killed server left behind and deletes old runs. */
const tendBulkRunsJob: Job = {
  name: 'tend-bulk-runs',
  cron: '* * * * *',
  async run(ctx) {
    await resumeRuns(ctx);
    await forgetRuns(ctx);
  },
};

export const bulkRunJobs: readonly AnyJob[] = [bulkRunJob, tendBulkRunsJob];
