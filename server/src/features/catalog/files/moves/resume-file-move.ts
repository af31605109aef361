import type * as fileMoves from '@kaike/shared/contracts/catalog/file-moves';
import { reopen } from './steer-move.ts';
import { queueMove } from './queue-move.ts';
import { runMoveStep } from './run-move-step.ts';
import type { AdminCallOf } from '../../../../core/call.ts';

export function resumeFileMove(call: AdminCallOf<typeof fileMoves.resumeFileMove>) {
  return runMoveStep(call, async (trx) => {
    const { id, target } = await reopen({ ...call.ctx, db: trx });
    await queueMove(trx, id);
    return { action: 'resume_move', target };
  });
}
