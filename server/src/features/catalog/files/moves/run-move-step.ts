import type { FileMoves } from '@kaike/shared/contracts/catalog/file-moves';
import type { AdminCall } from '../../../../core/call.ts';
import type { Db } from '../../../../db/pool.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { listFileMoves } from './list-file-moves.ts';

/** What is logged. */
type Step = { action: string; target?: string; after?: Record<string, unknown> };

/** Takes a step, notes who did, and answers with how things stand. */
export async function runMoveStep(call: AdminCall, take: (trx: Db) => Promise<Step>): Promise<FileMoves> {
  await call.ctx.db.transaction().execute(async (trx) => {
    const { action, target, after = null } = await take(trx);
    const title = target === undefined ? '' : `resources.configs.choices.storage_driver.${target}`;
    await writeLog(trx, call, { resource: 'configs', action, record_title: title, after });
  });
  return listFileMoves(call);
}
