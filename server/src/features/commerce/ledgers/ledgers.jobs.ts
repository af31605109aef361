import type { AnyJob, Job } from '../../../core/job.ts';
import { sealLedgers } from './seal-ledgers.ts';

/** Seals new lines of the ledgers every few minutes; the first time it seals all there are. */
const sealLedgersJob: Job = { name: 'seal-ledgers', cron: '*/5 * * * *', is_long: true, run: sealLedgers };

export const ledgerJobs: readonly AnyJob[] = [sealLedgersJob];
