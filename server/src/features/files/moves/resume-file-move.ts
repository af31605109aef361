import type * as fileMoves from '@kaike/shared/contracts/file-moves';
import { reopen } from './steer-move.ts';
import { queue } from './queue-move.ts';
import { steer } from './steer.ts';
import type { AdminCallOf } from '../../../core/call.ts';

export function resumeFileMove(call: AdminCallOf<typeof fileMoves.resumeFileMove>) {
  return steer(call, async (trx) => {
    const { id, target } = await reopen({ ...call.ctx, db: trx });
    await queue(trx, id);
    return { action: 'resume_move', target };
  });
}
