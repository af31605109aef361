import { sql } from 'kysely';
import { mediaStatus } from '@kaike/shared/domain/media-status';
import { AdapterError } from '../../adapters/adapter-error.ts';
import type { PackagedVideo } from '../../adapters/video/port.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/pool.ts';
import { addJob, type Job } from '../../jobs/job.ts';
import { folderOf, toRenditions } from './renditions.ts';
import { lacksSmaller, mayTry } from './lacks-smaller.ts';

export const smallerJob = 'add-smaller-video';

type Claimed = { id: number; storage_key: string; size: number };
/** `none`: there is nothing to gain. `not_now`: something of the machine is missing, and the video is not to blame. */
type Outcome = PackagedVideo | 'none' | 'not_now';

const pulseMs = 20_000;
/** Several beats of the pulse: its server is gone. */
const silentMs = 90_000;
/** A rendition that nobody has asked for does not take the last of the disk. */
const spareBytes = 2 * 1024 ** 3;
/** Renditions wait behind what people wait for; those of older videos wait behind those of new ones. */
const priorities = { new: 10, older: 20 };

/** The key of a video's one job; without a number, what all of them begin with. */
export const smallerKey = (mediaId: number | ''): string => `${smallerJob}:${mediaId}`;

/** Has a smaller rendition made when there is time: one after the other, so that other work always finds its turn. */
export async function startSmaller(trx: Db, mediaId: number, age: keyof typeof priorities = 'new'): Promise<void> {
  await addJob(
    trx,
    smallerJob,
    { media_id: mediaId },
    { key: smallerKey(mediaId), queue: smallerJob, max_attempts: 3, priority: priorities[age] },
  );
}

/** Takes the video for this run; undefined when it needs nothing, or another server is at work on it. */
async function claim({ db, clock }: Context, id: number): Promise<Claimed | undefined> {
  const now = clock();
  const { rows } = await sql<Claimed>`update media set smaller_tries = smaller_tries + 1, smaller_pulse_at = ${now}
    where id = ${id} and ${lacksSmaller} and ${mayTry} and (smaller_pulse_at is null or smaller_pulse_at < ${new Date(now.getTime() - silentMs)})
    returning id, storage_key, size`.execute(db);
  return rows[0];
}

/** Shows that the work goes on, however long it takes. */
function startPulse({ db, clock }: Context, id: number): () => void {
  const beat = async (): Promise<void> => {
    await sql`update media set smaller_pulse_at = ${clock()} where id = ${id} and smaller_pulse_at is not null`.execute(
      db,
    );
  };
  const timer = setInterval(() => void beat().catch(() => undefined), pulseMs);
  return () => clearInterval(timer);
}

async function make({ adapters: { storage, video } }: Context, { storage_key: key, size }: Claimed): Promise<Outcome> {
  await storage.open(key, { method: 'HEAD' });
  await storage.assertRoom(size + spareBytes);
  return (await video.addSmaller({ input: storage.path(key), output_dir: storage.path(folderOf(key)) })) ?? 'none';
}

/** What a refusal says of the video; null for a fault that another try may not meet. */
function outcomeOf(error: unknown): 'none' | 'not_now' | null {
  if (!(error instanceof AdapterError)) return null;
  if (error.reason === 'no_such_file' || error.reason === 'no_ffmpeg' || error.code === 'quota_exhausted')
    return 'not_now';
  return error.code === 'rejected' ? 'none' : null;
}

/** Lets the video go, with what is known of it now. A run that failed counts; one that could not begin does not. */
async function release({ db }: Context, { id, storage_key: key }: Claimed, outcome: Outcome | null): Promise<void> {
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
 * The video is ready and plays already; whoever opens it afterwards has a choice. Killed at any point, it is begun anew;
 * never are two at work on one video.
 */
export const addSmallerVideo: Job = {
  name: smallerJob,
  async run(ctx, payload) {
    const row = await claim(ctx, Number(payload['media_id']));
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
