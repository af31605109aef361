import { addJob } from '../../../../core/job.ts';
import type { Db } from '../../../../db/pool.ts';

/** Queues the job that moves the files; twice is once. */
export const queueMove = (trx: Db, id: number): Promise<void> =>
  addJob(trx, 'move-files', { id }, { key: `move-files:${id}` });
