import { forgetSoloUses } from '../cards/public.ts';
import type { Job } from '../../core/job.ts';
import { countActivations } from './count-activations.ts';
import { makeCards } from './make-cards.ts';
import { moveCards } from './move-cards.ts';
import { resumeBatches } from './resume-batches.ts';
import { expireApprovals, runApproval } from './approvals/run-approval.ts';
import { emptyPackages } from './packages/take-package.ts';

const batchOf = (payload: Record<string, unknown>): number => Number(payload['batch_id']);

const makeCardsJob: Job = { name: 'make-cards', run: (ctx, payload) => makeCards(ctx, batchOf(payload)) };

const moveCardsJob: Job = {
  name: 'move-cards',
  run: (ctx, payload) => moveCards(ctx, batchOf(payload), payload['move'] === 'void' ? 'void' : 'issue'),
};

/** Updates the numbers of the batch list and resumes what a killed server left behind. */
const tendBatchesJob: Job = {
  name: 'tend-batches',
  cron: '* * * * *',
  async run(ctx) {
    await resumeBatches(ctx);
    await countActivations(ctx);
    await expireApprovals(ctx);
    await emptyPackages(ctx);
    await forgetSoloUses(ctx);
  },
};

const runApprovalJob: Job = {
  name: 'run-card-approval',
  run: (ctx, payload) => runApproval(ctx, Number(payload['id'])),
};

export const cardBatchJobs: readonly Job[] = [makeCardsJob, moveCardsJob, tendBatchesJob, runApprovalJob];
