import { sql } from 'kysely';
import type { Db } from '../../../../db/pool.ts';
import { addJob, type Job } from '../../../../core/job.ts';

/** Enqueues the removal of a deleted video at its host. */
export const removeHosted = (db: Db, mediaId: number): Promise<void> =>
  addJob(db, 'remove-hosted-video', { media_id: mediaId }, { key: `remove-hosted:${mediaId}` });

/** Removes a video at its host, again and again until the host has done so. */
export const removeHostedVideo: Job<'remove-hosted-video'> = {
  name: 'remove-hosted-video',
  lane: 'vendors',
  async run({ db, adapters }, { media_id: id }) {
    const { rows } = await sql<{ provider: string; provider_id: string }>`select provider, provider_id from media
      where id = ${id} and deleted_at is not null and provider_id is not null`.execute(db);
    const [row] = rows;
    if (!row) return;
    const host = await adapters.hosts.find(row.provider);
    await host.remove(row.provider_id);
    await sql`update media set provider_id = null, storage_key = null, renditions = null where id = ${id}`.execute(db);
  },
};
