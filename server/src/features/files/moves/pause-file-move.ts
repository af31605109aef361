import type * as fileMoves from '@kaike/shared/contracts/file-moves';
import { pauseMove } from './steer-move.ts';
import { steer } from './steer.ts';
import type { AdminCallOf } from '../../../core/call.ts';

export function pauseFileMove(call: AdminCallOf<typeof fileMoves.pauseFileMove>) {
  return steer(call, async (trx) => ({
    action: 'pause_move',
    target: (await pauseMove({ ...call.ctx, db: trx })).target,
  }));
}
