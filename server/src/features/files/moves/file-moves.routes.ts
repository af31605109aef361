import type { FileMoves } from '@kaike/shared/contracts/file-moves';
import * as fileMoves from '@kaike/shared/contracts/file-moves';
import type { AdminCall } from '../../../core/call.ts';
import { addJob } from '../../../core/job.ts';
import { isOfSchool, route } from '../../../core/route.ts';
import type { Db } from '../../../db/pool.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import type { Feature } from '../../feature.ts';
import { readFileMoves } from './file-moves.read.ts';
import { beginMove, pauseMove, reopen, undoMove } from './steer-move.ts';

const steering = { permission: 'admin.configs.move_files', admits: isOfSchool } as const;

/** What is logged. */
type Step = { action: string; target?: string; after?: Record<string, unknown> };

/** Takes a step, notes who did, and answers with how things stand. */
async function steer(call: AdminCall, take: (trx: Db) => Promise<Step>): Promise<FileMoves> {
  await call.ctx.db.transaction().execute(async (trx) => {
    const { action, target, after = null } = await take(trx);
    const title = target === undefined ? '' : `resources.configs.choices.storage_driver.${target}`;
    await writeLog(trx, call, { resource: 'configs', action, record_title: title, after });
  });
  return readFileMoves(call);
}

const queue = (trx: Db, id: number): Promise<void> => addJob(trx, 'move-files', { id }, { key: `move-files:${id}` });

/** Moves of all files to another storage, on the page of its settings. */
export const fileMovesFeature: Feature = {
  routes: [
    route.admin(fileMoves.listFileMoves, {
      permission: 'admin.configs.list',
      by_token: false,
      admits: isOfSchool,
      handler: readFileMoves,
    }),
    route.admin(fileMoves.startFileMove, {
      ...steering,
      handler: (call) =>
        steer(call, async (trx) => {
          const { ctx, actor, body } = call;
          await queue(trx, await beginMove({ ...ctx, db: trx }, { target: body.to, started_by: actor.name }));
          return { action: 'move_files', target: body.to };
        }),
    }),
    route.admin(fileMoves.pauseFileMove, {
      ...steering,
      handler: (call) =>
        steer(call, async (trx) => ({
          action: 'pause_move',
          target: (await pauseMove({ ...call.ctx, db: trx })).target,
        })),
    }),
    route.admin(fileMoves.resumeFileMove, {
      ...steering,
      handler: (call) =>
        steer(call, async (trx) => {
          const { id, target } = await reopen({ ...call.ctx, db: trx });
          await queue(trx, id);
          return { action: 'resume_move', target };
        }),
    }),
    route.admin(fileMoves.undoFileMove, {
      ...steering,
      handler: (call) =>
        steer(call, async (trx) => ({ action: 'undo_move', after: { files: await undoMove(call.ctx, trx) } })),
    }),
    route.admin(fileMoves.finishFileMove, {
      ...steering,
      handler: (call) =>
        steer(call, async (trx) => {
          const { given_up: files } = await call.ctx.adapters.storage.moves.giveUpUndo(trx);
          await addJob(trx, 'remove-old-copies', {}, { key: 'remove-old-copies' });
          return { action: 'finish_move', after: { files } };
        }),
    }),
  ],
};
