import { forgetSoloUses } from '../cards/public.ts';
import type { AnyJob, Job } from '../../../core/job.ts';
import { countActivations } from './count-activations.ts';
import { makeCards } from './make-cards.ts';
import { moveCards, type CardsMove } from './move-cards.ts';
import { resumeBatches } from './resume-batches.ts';
import { expireApprovals, runApproval } from './approvals/run-approval.ts';
import { emptyPackages } from './packages/empty-packages.ts';

declare module '../../../core/job.ts' {
  interface JobPayloads {
    'make-cards': { batch_id: number };
    'move-cards': { batch_id: number; move: CardsMove };
    'run-card-approval': { id: number };
  }
}

const makeCardsJob: Job<'make-cards'> = {
  name: 'make-cards',
  run: (ctx, { batch_id }) => makeCards(ctx, batch_id),
};

const moveCardsJob: Job<'move-cards'> = {
  name: 'move-cards',
  run: (ctx, { batch_id, move }) => moveCards(ctx, batch_id, move),
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

const runApprovalJob: Job<'run-card-approval'> = {
  name: 'run-card-approval',
  run: (ctx, { id }) => runApproval(ctx, id),
};

export const batchesJobs: readonly AnyJob[] = [makeCardsJob, moveCardsJob, tendBatchesJob, runApprovalJob];
