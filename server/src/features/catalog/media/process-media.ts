import { sql } from 'kysely';
import { isSoundFile } from '@kaike/shared/domain/catalog/media/file-types';
import type { MediaFailure } from '@kaike/shared/domain/catalog/media/media-failure';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import { AdapterError } from '../../../core/adapter-error.ts';
import type { Context } from '../../../core/context.ts';
import type { Job } from '../../../core/job.ts';
import { applyVideoLength } from '../courses/public.ts';
import { startSmaller } from './smaller/add-smaller-video.ts';
import { publicUrl } from './serve-files.ts';
import { inspectHosted } from './hosted/inspect-hosted.ts';
import { folderOf, toRenditions, wantsSmaller, type Renditions } from './renditions.ts';

type Row = {
  id: number;
  storage_key: string;
  size: number;
  provider: string;
  provider_id: string | null;
  created_at: Date;
};
/** `is_large`: it should get a smaller rendition. */
type Playable = {
  duration_sec: number;
  width: number;
  height: number;
  renditions: Renditions;
  /** A sound has none. */ cover: string | null;
  is_large: boolean;
};

const mebibyte = 1024 ** 2;
const pulseMs = 20_000;
/** The picture is taken a tenth into the video, past black frames and titles. */
const coverShare = 0.1;

async function findWaiting({ db }: Context, id: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select id, storage_key, size, provider, provider_id, created_at from media
    where id = ${id} and status = ${mediaStatus.processing} and deleted_at is null and storage_key is not null`.execute(
    db,
  );
  return rows[0];
}

/** Writes the progress in the background, one update at a time; a failed update must not stop the work. */
function progressWriter({ db }: Context, id: number) {
  let last = Promise.resolve();
  const write = async (percent: number): Promise<void> => {
    await sql`update media set progress = ${percent} where id = ${id} and status = ${mediaStatus.processing}`.execute(
      db,
    );
  };
  return {
    report: (fraction: number): void => {
      last = last.then(() => write(Math.floor(fraction * 99))).catch(() => undefined);
    },
    settled: () => last,
  };
}

/** Signals that the work is still in progress, however long one percent takes; a row without a pulse is processed again. */
function startPulse({ db, clock }: Context, id: number): () => void {
  const beat = async (): Promise<void> => {
    await sql`update media set updated_at = ${clock()} where id = ${id} and status = ${mediaStatus.processing}`.execute(
      db,
    );
  };
  const timer = setInterval(() => void beat().catch(() => undefined), pulseMs);
  return () => clearInterval(timer);
}

const reportedReasons = [
  'not_a_video',
  'truncated',
  'no_video_track',
  'not_a_sound',
  'too_large',
] as const satisfies readonly MediaFailure[];
const isReported = (reason: string): reason is (typeof reportedReasons)[number] =>
  reportedReasons.some((one) => one === reason);

/** The failure reason as shown to the user. */
export function failureOf(error: unknown): MediaFailure {
  if (!(error instanceof AdapterError)) return 'internal';
  const { code, reason } = error;
  if (reason !== undefined && isReported(reason)) return reason;
  if (reason === 'no_such_file') return 'missing';
  return code === 'rejected' || code === 'not_supported' ? 'not_supported' : 'internal';
}

async function make(ctx: Context, row: Row): Promise<Playable> {
  const limit = (await ctx.settings.get('upload_max_mb')) * mebibyte;
  if (row.size > limit) throw new AdapterError('rejected', { reason: 'too_large' });
  return ctx.adapters.storage.withLocalFile(row.storage_key, (input) => packageInto(ctx, row, input));
}

async function packageInto(ctx: Context, row: Row, input: string): Promise<Playable> {
  const { storage, video } = ctx.adapters;
  const folder = folderOf(row.storage_key);
  const progress = progressWriter(ctx, row.id);
  const tool = isSoundFile(row.storage_key) ? video.packageSound : video.packageVideo;
  const probed = isSoundFile(row.storage_key) ? null : await video.probe(input);
  const packaged = await storage.withLocalFolder(folder, (output) =>
    tool({ input, output_dir: output, on_progress: progress.report }),
  );
  await progress.settled();
  const { duration_sec, width, height } = packaged;
  const playable = {
    duration_sec,
    width,
    height,
    renditions: toRenditions(folder, packaged),
    is_large: wantsSmaller(packaged),
  };
  if (probed === null) return { ...playable, cover: null };
  const cover = await storage.store('webp', await video.makeCover({ input, at_sec: probed.duration_sec * coverShare }));
  return { ...playable, cover: publicUrl(cover.key) };
}

async function finish(ctx: Context, row: Row, playable: Playable): Promise<void> {
  const { width, height, cover, renditions } = playable;
  const seconds = Math.max(1, Math.round(playable.duration_sec));
  await ctx.db.transaction().execute(async (trx) => {
    const done =
      await sql`update media set status = ${mediaStatus.ready}, progress = 100, error = '', duration_sec = ${seconds}, width = ${width},
      height = ${height}, cover = ${cover}, renditions = ${JSON.stringify(renditions)}::jsonb, version = version + 1,
      updated_at = ${ctx.clock()} where id = ${row.id} and status = ${mediaStatus.processing} returning id`.execute(
        trx,
      );
    if (done.rows.length === 0) return;
    await applyVideoLength(trx, { id: row.id, duration_sec: seconds });
    if (playable.is_large) await startSmaller(trx, row.id);
  });
}

async function fail({ db, clock }: Context, row: Row, reason: MediaFailure): Promise<void> {
  await sql`update media set status = ${mediaStatus.failed}, error = ${reason}, progress = 0, version = version + 1, updated_at = ${clock()}
    where id = ${row.id} and status = ${mediaStatus.processing}`.execute(db);
}

/** Stores what became of a video at its host; one that is still being encoded is asked for again. */
async function settleHosted(ctx: Context, row: Row & { provider_id: string }): Promise<void> {
  const result = await inspectHosted(ctx, row);
  if (result === 'waiting') return;
  if (typeof result === 'string') await fail(ctx, row, result);
  else await finish(ctx, row, { ...result, is_large: false });
}

/**
 * Makes an uploaded video or sound playable: probes it, packages it, takes a cover of a video. If killed and run again, it
 * ends in the same folder and the same row; an unusable video fails with its reason and is not retried.
 */
export const processMedia: Job<'process-media'> = {
  name: 'process-media',
  lane: 'media',
  async run(ctx, { media_id }) {
    const row = await findWaiting(ctx, media_id);
    if (!row) return;
    if (row.provider_id !== null) return settleHosted(ctx, { ...row, provider_id: row.provider_id });
    const stopPulse = startPulse(ctx, row.id);
    const result = await make(ctx, row)
      .finally(stopPulse)
      .catch((error: unknown) => {
        const reason = failureOf(error);
        const details = { err: error, media_id: row.id, reason };
        if (reason === 'internal') ctx.log.error(details, 'video processing failed');
        else ctx.log.info({ media_id: row.id, reason }, 'video refused');
        return reason;
      });
    if (typeof result === 'string') await fail(ctx, row, result);
    else await finish(ctx, row, result);
  },
};
