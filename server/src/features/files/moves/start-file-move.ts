import type * as fileMoves from '@kaike/shared/contracts/file-moves';
import { beginMove } from './steer-move.ts';
import { queue } from './queue-move.ts';
import { steer } from './steer.ts';
import type { AdminCallOf } from '../../../core/call.ts';

export function startFileMove(call: AdminCallOf<typeof fileMoves.startFileMove>) {
  return steer(call, async (trx) => {
    const { ctx, actor, body } = call;
    await queue(trx, await beginMove({ ...ctx, db: trx }, { target: body.to, started_by: actor.name }));
    return { action: 'move_files', target: body.to };
  });
}
