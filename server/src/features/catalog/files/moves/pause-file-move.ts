import type * as fileMoves from '@kaike/shared/contracts/catalog/file-moves';
import { pauseMove } from './steer-move.ts';
import { runMoveStep } from './run-move-step.ts';
import type { AdminCallOf } from '../../../../core/call.ts';

export function pauseFileMove(call: AdminCallOf<typeof fileMoves.pauseFileMove>) {
  return runMoveStep(call, async (trx) => ({
    action: 'pause_move',
    target: (await pauseMove({ ...call.ctx, db: trx })).target,
  }));
}
