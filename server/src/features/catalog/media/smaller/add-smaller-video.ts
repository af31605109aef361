import { sql } from 'kysely';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import { AdapterError } from '../../../../core/adapter-error.ts';
import type { PackagedVideo } from '../../../../adapters/video/port.ts';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import { addJob, type Job } from '../../../../core/job.ts';
import { folderOf, toRenditions } from '../renditions.ts';
import { lacksSmaller, mayTry } from './lacks-smaller.ts';

export const smallerJob = 'add-smaller-video';

type ClaimedVideo = { id: number; storage_key: string; size: number };
/** `none`: a smaller rendition gains nothing. `not_now`: the machine lacks something; not a fault of the video. */
type Outcome = PackagedVideo | 'none' | 'not_now';

const pulseMs = 20_000;
/** Several missed pulses: the server that worked on it is gone. */
const silentMs = 90_000;
/** Disk space that an optional rendition must leave free. */
const spareBytes = 2 * 1024 ** 3;
/** Lower priority than jobs users wait for; older videos after new ones. */
const priorities = { new: 10, older: 20 };

/** The key of a video's single job; with '' the common prefix of these keys. */
export const smallerKey = (mediaId: number | ''): string => `${smallerJob}:${mediaId}`;

/** Enqueues a smaller rendition: one at a time, so that other jobs always get a turn. */
export async function startSmaller(trx: Db, mediaId: number, age: keyof typeof priorities = 'new'): Promise<void> {
  await addJob(
    trx,
    smallerJob,
    { media_id: mediaId },
    { key: smallerKey(mediaId), queue: smallerJob, max_attempts: 3, priority: priorities[age] },
  );
}

/** Claims the video for this run; undefined when it needs nothing or another server is working on it. */
async function claim({ db, clock }: Context, id: number): Promise<ClaimedVideo | undefined> {
  const now = clock();
  const { rows } = await sql<ClaimedVideo>`update media set smaller_tries = smaller_tries + 1, smaller_pulse_at = ${now}
    where id = ${id} and ${lacksSmaller} and ${mayTry} and (smaller_pulse_at is null or smaller_pulse_at < ${new Date(now.getTime() - silentMs)})
    returning id, storage_key, size`.execute(db);
  return rows[0];
}

/** Signals that the work is still in progress, however long it takes. */
function startPulse({ db, clock }: Context, id: number): () => void {
  const beat = async (): Promise<void> => {
    await sql`update media set smaller_pulse_at = ${clock()} where id = ${id} and smaller_pulse_at is not null`.execute(
      db,
    );
  };
  const timer = setInterval(() => void beat().catch(() => undefined), pulseMs);
  return () => clearInterval(timer);
}

async function make(
  { adapters: { storage, video } }: Context,
  { storage_key: key, size }: ClaimedVideo,
): Promise<Outcome> {
  return storage.withLocalFile(key, async (input) => {
    await storage.assertRoom(size + spareBytes);
    const packaged = await storage.withLocalFolder(folderOf(key), (folder) =>
      video.addSmaller({ input, output_dir: folder }),
    );
    return packaged ?? 'none';
  });
}

/** The outcome an error implies; null for a fault that a retry may not meet. */
function outcomeOf(error: unknown): 'none' | 'not_now' | null {
  if (!(error instanceof AdapterError)) return null;
  if (error.reason === 'no_such_file' || error.reason === 'no_ffmpeg' || error.code === 'quota_exhausted')
    return 'not_now';
  return error.code === 'rejected' ? 'none' : null;
}

/** Releases the video and stores the outcome. A failed run counts as a try; one that could not begin does not. */
async function release(
  { db }: Context,
  { id, storage_key: key }: ClaimedVideo,
  outcome: Outcome | null,
): Promise<void> {
  const isPackaged = outcome !== null && typeof outcome !== 'string';
  const columns = isPackaged
    ? sql`renditions = ${JSON.stringify(toRenditions(folderOf(key), outcome))}::jsonb, smaller_tries = 0`
    : outcome === 'none'
      ? sql`has_no_smaller = true`
      : sql`smaller_tries = greatest(0, smaller_tries - ${outcome === 'not_now' ? 1 : 0})`;
  await sql`update media set ${columns}, smaller_pulse_at = null where id = ${id} and status = ${mediaStatus.ready} and storage_key = ${key}`.execute(
    db,
  );
}

/**
 * Adds a smaller rendition to a video that is already playable; players opened afterwards offer the choice. Restarted if
 * killed at any point; never runs twice at once for one video.
 */
export const addSmallerVideo: Job<typeof smallerJob> = {
  name: smallerJob,
  lane: 'media',
  async run(ctx, { media_id }) {
    const row = await claim(ctx, media_id);
    if (!row) return;
    const stopPulse = startPulse(ctx, row.id);
    try {
      await release(ctx, row, await make(ctx, row));
    } catch (error) {
      const outcome = outcomeOf(error);
      await release(ctx, row, outcome);
      if (outcome === null) throw error;
      ctx.log.info({ media_id: row.id, err: error }, 'no smaller rendition');
    } finally {
      stopPulse();
    }
  },
};
