import type { AnyJob, Job } from '../../../core/job.ts';
import { removeTrials } from './trials.store.ts';

const removeOld: Job = {
  name: 'remove-ai-trials',
  cron: '40 * * * *',
  is_long: true,
  run: ({ db, clock }) => removeTrials(db, clock()),
};

export const guestTalkJobs: readonly AnyJob[] = [removeOld];
