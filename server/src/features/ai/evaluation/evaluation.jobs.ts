import type { AnyJob, Job } from '../../../core/job.ts';
import { runLab } from './run-lab.ts';

declare module '../../../core/job.ts' {
  interface JobPayloads {
    'run-lab': { id: number };
  }
}

const runLabJob: Job<'run-lab'> = {
  name: 'run-lab',
  lane: 'vendors',
  run: async (ctx, { id }) => void (await runLab(ctx, id)),
};

export const evaluationJobs: readonly AnyJob[] = [runLabJob];
