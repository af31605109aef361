import type { AnyJob, Job } from '../../../core/job.ts';
import { removeOldUsage } from './remove-old-usage.ts';
import { watchBudgets } from './watch-budgets.ts';

const watch: Job = { name: 'watch-ai-budgets', lane: 'vendors', cron: '*/10 * * * *', run: watchBudgets };

const removeOld: Job = {
  name: 'remove-ai-usage',
  cron: '50 3 * * *',
  is_long: true,
  async run(ctx) {
    const removed = await removeOldUsage(ctx);
    if (removed > 0) ctx.log.info({ removed }, 'old calls to AI services removed');
  },
};

export const usageJobs: readonly AnyJob[] = [watch, removeOld];
