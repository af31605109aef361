import { sql } from 'kysely';
import { mediaStatus } from '@kaike/shared/domain/media/media-status';
import type { HostedState, VideoHost } from '../../../adapters/video-hosts/port.ts';
import { AdapterError } from '../../../core/adapter-error.ts';
import { addJob, type Job } from '../../../core/job.ts';
import type { Db } from '../../../db/pool.ts';
import { startProcessing } from '../uploads/register-media.ts';

/** Has the host asked about a video that may have changed there. */
export async function checkHosted(db: Db, host: string, video: string): Promise<void> {
  const { rows } = await sql<{ id: number; status: number }>`select id, status from media
    where provider = ${host} and provider_id = ${video} and deleted_at is null`.execute(db);
  for (const { id, status } of rows)
    if (status === mediaStatus.processing) await startProcessing(db, id);
    else await addJob(db, 'check-hosted-video', { media_id: id }, { key: `check-hosted:${id}` });
}

const readState = (host: VideoHost, video: string): Promise<HostedState> =>
  host.read(video).catch((error: unknown) => {
    if (error instanceof AdapterError && error.reason === 'no_such_video')
      return { state: 'failed', reason: 'missing' };
    throw error;
  });

/** A video that was ready may be blocked by the host's review or removed there, and one that was blocked may be freed. */
export const checkHostedVideo: Job<'check-hosted-video'> = {
  name: 'check-hosted-video',
  async run({ db, adapters, clock }, { media_id: id }) {
    const { ready, failed, processing } = mediaStatus;
    const { rows } = await sql<{ provider: string; provider_id: string; status: number }>`
      select provider, provider_id, status from media where id = ${id} and status in (${ready}, ${failed})
      and provider_id is not null and deleted_at is null`.execute(db);
    const [row] = rows;
    if (!row) return;
    const current = await readState(await adapters.hosts.find(row.provider), row.provider_id);
    const write = (status: number, error: string) =>
      sql`update media set status = ${status}, error = ${error}, progress = 0, version = version + 1, updated_at = ${clock()}
        where id = ${id} and status = ${row.status} and deleted_at is null`;
    if (row.status === ready && current.state === 'failed') await write(failed, current.reason).execute(db);
    if (row.status !== failed || current.state !== 'ready') return;
    await db.transaction().execute(async (trx) => {
      await write(processing, '').execute(trx);
      await startProcessing(trx, id);
    });
  },
};
