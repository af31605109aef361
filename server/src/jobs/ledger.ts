import { watchLedger } from '../features/agencies/public.ts';
import type { Job } from './job.ts';

/** Proves every night, at three in China, that the quota ledger adds up. */
export const proveLedgerJob: Job = { name: 'prove-ledger', cron: '0 19 * * *', run: watchLedger };
