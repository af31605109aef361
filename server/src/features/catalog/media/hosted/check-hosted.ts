import { sql } from 'kysely';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import type { HostedState, VideoHost } from '../../../../adapters/video-hosts/port.ts';
import { AdapterError } from '../../../../core/adapter-error.ts';
import type { Context } from '../../../../core/context.ts';
import { addJob, type Job } from '../../../../core/job.ts';
import type { Db } from '../../../../db/pool.ts';
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

type CheckedRow = { id: number; provider: string; provider_id: string; status: number };

const { ready, failed, processing } = mediaStatus;
const checkedRows = sql`select id, provider, provider_id, status from media
  where status in (${ready}, ${failed}) and provider_id is not null and deleted_at is null`;

/** Asks the host about a video and notes what it says. */
async function checkOne(ctx: Context, row: CheckedRow): Promise<void> {
  const { db, adapters, clock } = ctx;
  const current = await readState(await adapters.hosts.find(row.provider), row.provider_id);
  const write = (status: number, error: string) =>
    sql`update media set status = ${status}, error = ${error}, progress = 0, version = version + 1, updated_at = ${clock()}
      where id = ${row.id} and status = ${row.status} and deleted_at is null`;
  if (row.status === ready && current.state === 'failed') await write(failed, current.reason).execute(db);
  if (row.status !== failed || current.state !== 'ready') return;
  await db.transaction().execute(async (trx) => {
    await write(processing, '').execute(trx);
    await startProcessing(trx, row.id);
  });
}

/** A video that was ready may be blocked by the host's review or removed there, and one that was blocked may be freed. */
export const checkHostedVideo: Job<'check-hosted-video'> = {
  name: 'check-hosted-video',
  lane: 'vendors',
  async run(ctx, { media_id: id }) {
    const { rows } = await sql<CheckedRow>`${checkedRows} and id = ${id}`.execute(ctx.db);
    if (rows[0]) await checkOne(ctx, rows[0]);
  },
};

/** Calls of one run: a library of a thousand videos is gone through in a day. */
const checkedAtOnce = 50;
const checkedEveryMs = 20 * 3_600_000;

/** Asks about the videos that were not asked about for longest; a host that does not answer is left alone until the next run. */
export const checkHostedVideos: Job = {
  name: 'check-hosted-videos',
  lane: 'vendors',
  cron: '35 * * * *',
  is_long: true,
  async run(ctx) {
    const { db, clock, log } = ctx;
    const before = new Date(clock().getTime() - checkedEveryMs);
    const { rows } = await sql<CheckedRow>`${checkedRows} and (host_checked_at is null or host_checked_at < ${before})
      order by host_checked_at nulls first, id limit ${checkedAtOnce}`.execute(db);
    const silent = new Set<string>();
    for (const row of rows) {
      if (silent.has(row.provider)) continue;
      try {
        await checkOne(ctx, row);
        await sql`update media set host_checked_at = ${clock()} where id = ${row.id}`.execute(db);
      } catch (error) {
        if (!(error instanceof AdapterError)) throw error;
        log.info({ err: error, host: row.provider }, 'the host of videos cannot be asked about them');
        silent.add(row.provider);
      }
    }
  },
};
