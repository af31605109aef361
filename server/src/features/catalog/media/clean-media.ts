import { sql } from 'kysely';
import type { Job } from '../../../core/job.ts';
import { removeHosted } from './hosted/remove-hosted.ts';
import { folderOf } from './renditions.ts';

const undoDays = 30;
const atOnce = 100;

/** Removes unfinished uploads, and the files of videos whose deletion can no longer be undone. */
export const cleanMedia: Job = {
  name: 'clean-media',
  lane: 'vendors',
  cron: '40 3 * * *',
  is_long: true,
  async run({ db, adapters, clock }) {
    await adapters.storage.cleanExpired();
    const until = new Date(clock().getTime() - undoDays * 86_400_000);
    const { rows } = await sql<{
      id: number;
      storage_key: string;
      provider_id: string | null;
    }>`select id, storage_key, provider_id from media
      where deleted_at < ${until} and storage_key is not null order by id limit ${atOnce}`.execute(db);
    for (const { id, storage_key: key, provider_id: videoId } of rows) {
      if (videoId !== null) {
        await removeHosted(db, id);
        continue;
      }
      // Files first: a run killed in between finds the row again.
      await adapters.storage.remove(folderOf(key));
      await adapters.storage.remove(key);
      await sql`update media set storage_key = null, renditions = null where id = ${id}`.execute(db);
    }
  },
};
