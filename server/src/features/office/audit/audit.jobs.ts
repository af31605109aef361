import type { AnyJob, Job } from '../../../core/job.ts';
import { checkLogChain } from './chain-check.ts';
import { sealChain } from './seal-chain.ts';

declare module '../../../core/job.ts' {
  interface JobPayloads {
    'check-log-chain': Record<never, never>;
  }
}

/** Verifies the chain of the operation log in pages; safe to run again, as it starts from the beginning. */
const checkLogChainJob: Job<'check-log-chain'> = {
  name: 'check-log-chain',
  max_attempts: 3,
  run: (ctx) => checkLogChain(ctx),
};

/** Seals the end of the operation log every few minutes: what is older cannot be rewritten without the key. */
const sealLogChainJob: Job = { name: 'seal-log-chain', cron: '*/5 * * * *', run: sealChain };

export const auditJobs: readonly AnyJob[] = [checkLogChainJob, sealLogChainJob];
