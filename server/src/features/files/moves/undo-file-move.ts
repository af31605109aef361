import type * as fileMoves from '@kaike/shared/contracts/file-moves';
import { undoMove } from './steer-move.ts';
import { steer } from './steer.ts';
import type { AdminCallOf } from '../../../core/call.ts';

export function undoFileMove(call: AdminCallOf<typeof fileMoves.undoFileMove>) {
  return steer(call, async (trx) => ({ action: 'undo_move', after: { files: await undoMove(call.ctx, trx) } }));
}
