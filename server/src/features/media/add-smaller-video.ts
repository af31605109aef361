import { sql } from 'kysely';
import { mediaStatus } from '@kaike/shared/domain/media-status';
import { AdapterError } from '../../adapters/adapter-error.ts';
import type { Db } from '../../db/pool.ts';
import { addJob, type Job } from '../../jobs/job.ts';
import { folderOf, toRenditions } from './renditions.ts';

const name = 'add-smaller-video';

/** Has a smaller rendition made when there is time: one after the other, so that other work always finds its turn. */
export async function startSmaller(trx: Db, mediaId: number): Promise<void> {
  await addJob(trx, name, { media_id: mediaId }, { key: `${name}:${mediaId}`, queue: name, max_attempts: 3 });
}

/** The video is ready and plays already; whoever opens it afterwards has a choice. */
export const addSmallerVideo: Job = {
  name,
  async run({ db, adapters, log }, payload) {
    const id = Number(payload['media_id']);
    const { rows } = await sql<{ storage_key: string }>`select storage_key from media
      where id = ${id} and status = ${mediaStatus.ready} and deleted_at is null and storage_key is not null`.execute(db);
    if (!rows[0]) return;
    const { storage_key: key } = rows[0];
    const folder = folderOf(key);
    const made = await adapters.video.addSmaller({ input: adapters.storage.path(key), output_dir: adapters.storage.path(folder) }).catch((error: unknown) => {
      // Another time it will not do better; one rendition is enough to learn from.
      if (!(error instanceof AdapterError) || error.code !== 'rejected') throw error;
      log.info({ media_id: id, err: error }, 'no smaller rendition');
      return null;
    });
    if (!made) return;
    await sql`update media set renditions = ${JSON.stringify(toRenditions(folder, made))}::jsonb where id = ${id} and status = ${mediaStatus.ready} and storage_key = ${key}`.execute(db);
  },
};
