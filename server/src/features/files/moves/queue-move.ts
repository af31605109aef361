import { addJob } from '../../../core/job.ts';
import type { Db } from '../../../db/pool.ts';

export const queue = (trx: Db, id: number): Promise<void> =>
  addJob(trx, 'move-files', { id }, { key: `move-files:${id}` });
