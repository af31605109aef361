import type { Db } from '../../../../db/pool.ts';
import { addJob } from '../../../../core/job.ts';

/** Enqueues the processing of a video; requested twice, it runs once. */
export async function startProcessing(trx: Db, mediaId: number): Promise<void> {
  await addJob(trx, 'process-media', { media_id: mediaId }, { key: `media:${mediaId}` });
}
