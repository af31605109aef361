import type { AnyJob, Job } from '../../../core/job.ts';
import { settleBirthdaysJob } from '../../people/real-names/public.ts';
import { eraseAccounts } from './erase-accounts.ts';

/** Erases closed accounts every night, at two in China. */
const eraseAccountsJob: Job = {
  name: 'erase-accounts',
  lane: 'vendors',
  cron: '0 18 * * *',
  is_long: true,
  run: eraseAccounts,
};

export const memberAccountJobs: readonly AnyJob[] = [eraseAccountsJob, settleBirthdaysJob];
