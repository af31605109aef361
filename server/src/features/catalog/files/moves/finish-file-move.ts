import type * as fileMoves from '@kaike/shared/contracts/catalog/file-moves';
import { addJob } from '../../../../core/job.ts';
import { runMoveStep } from './run-move-step.ts';
import type { AdminCallOf } from '../../../../core/call.ts';

export function finishFileMove(call: AdminCallOf<typeof fileMoves.finishFileMove>) {
  return runMoveStep(call, async (trx) => {
    const { given_up: files } = await call.ctx.adapters.storage.moves.giveUpUndo(trx);
    await addJob(trx, 'remove-old-copies', {}, { key: 'remove-old-copies' });
    return { action: 'finish_move', after: { files } };
  });
}
