import {
  countActivations,
  emptyPackages,
  expireApprovals,
  makeCards,
  moveCards,
  resumeBatches,
  runApproval,
} from '../features/card-batches/public.ts';
import { forgetSoloUses } from '../features/cards/public.ts';
import { findRisks } from '../features/card-risk/public.ts';
import type { Job } from './job.ts';

const batchOf = (payload: Record<string, unknown>): number => Number(payload['batch_id']);

export const makeCardsJob: Job = { name: 'make-cards', run: (ctx, payload) => makeCards(ctx, batchOf(payload)) };

export const moveCardsJob: Job = {
  name: 'move-cards',
  run: (ctx, payload) => moveCards(ctx, batchOf(payload), payload['move'] === 'void' ? 'void' : 'issue'),
};

/** Updates the numbers of the batch list and resumes what a killed server left behind. */
export const tendBatchesJob: Job = {
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

export const runApprovalJob: Job = {
  name: 'run-card-approval',
  run: (ctx, payload) => runApproval(ctx, Number(payload['id'])),
};

/** Every ten minutes: the shortest period of any rule is an hour. */
export const findRisksJob: Job = { name: 'find-card-risks', cron: '*/10 * * * *', run: findRisks };
