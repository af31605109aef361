import type { AnyJob, Job } from '../../../core/job.ts';
import { watchLedger } from './quota/watch-ledger.ts';

/** Proves every night, at three in China, that the quota ledger adds up. */
const proveLedgerJob: Job = { name: 'prove-ledger', cron: '0 19 * * *', is_long: true, run: watchLedger };

export const agencyJobs: readonly AnyJob[] = [proveLedgerJob];
