import type * as fileMoves from '@kaike/shared/contracts/catalog/file-moves';
import { undoMove } from './steer-move.ts';
import { runMoveStep } from './run-move-step.ts';
import type { AdminCallOf } from '../../../../core/call.ts';

export function undoFileMove(call: AdminCallOf<typeof fileMoves.undoFileMove>) {
  return runMoveStep(call, async (trx) => ({ action: 'undo_move', after: { files: await undoMove(call.ctx, trx) } }));
}
