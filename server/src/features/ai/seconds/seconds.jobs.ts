import type { AnyJob, Job } from '../../../core/job.ts';
import { watchSeconds } from './watch-seconds.ts';

/** Proves every night, after the quota ledger, that the ledger of AI seconds adds up. */
const proveSecondsJob: Job = { name: 'prove-seconds', cron: '10 19 * * *', is_long: true, run: watchSeconds };

export const secondsJobs: readonly AnyJob[] = [proveSecondsJob];
