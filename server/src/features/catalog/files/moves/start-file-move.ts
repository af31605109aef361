import type * as fileMoves from '@kaike/shared/contracts/catalog/file-moves';
import { beginMove } from './steer-move.ts';
import { queueMove } from './queue-move.ts';
import { runMoveStep } from './run-move-step.ts';
import type { AdminCallOf } from '../../../../core/call.ts';

export function startFileMove(call: AdminCallOf<typeof fileMoves.startFileMove>) {
  return runMoveStep(call, async (trx) => {
    const { ctx, actor, body } = call;
    await queueMove(trx, await beginMove({ ...ctx, db: trx }, { target: body.to, started_by: actor.name }));
    return { action: 'move_files', target: body.to };
  });
}
