import type { MediaFailure } from '@kaike/shared/domain/catalog/media/media-failure';
import { AdapterError } from '../../../../core/adapter-error.ts';
import { AppError } from '../../../../core/app-error.ts';
import type { HostedStream, VideoHost } from '../../../../adapters/video-hosts/port.ts';
import type { Context } from '../../../../core/context.ts';
import { folderOf, type Renditions } from '../renditions.ts';
import { publicUrl } from '../serve-files.ts';
import { playedStreams } from './played-streams.ts';

type HostedRow = { id: number; storage_key: string; provider: string; provider_id: string; created_at: Date };
type HostedVideo = {
  duration_sec: number;
  width: number;
  height: number;
  renditions: Renditions;
  cover: string | null;
};

/** An upload that was reported as complete and of which the host knows nothing a day later is lost. */
const lostMs = 86_400_000;
function toRenditions(row: HostedRow, [best, ...others]: [HostedStream, ...HostedStream[]]): Renditions {
  const folder = folderOf(row.storage_key);
  const renditions = [best, ...others].map(({ name, width, height, bandwidth }) => ({
    playlist: name,
    width,
    height,
    bandwidth,
    codecs: '',
  }));
  return {
    mode: best.mode,
    segments: 0,
    transcoded: true,
    renditions,
    folder,
    playlist: `${folder}/${others.length > 0 ? 'master.m3u8' : best.name}`,
    hosted: { host: row.provider, video: row.provider_id },
  };
}

/** Our own copy of the cover; a video plays without one, too. */
async function storeCover({ adapters, log }: Context, host: VideoHost, url: string): Promise<string | null> {
  try {
    const bytes = url === '' ? null : await host.cover(url);
    if (bytes === null) return null;
    const { encodePicture } = await import('../uploads/encode-picture.ts');
    const { data } = await encodePicture(bytes);
    return publicUrl((await adapters.storage.store('webp', data)).key);
  } catch (error) {
    if (!(error instanceof AdapterError || error instanceof AppError)) throw error;
    log.info({ err: error }, 'no cover of a hosted video');
    return null;
  }
}

async function readOnce(ctx: Context, row: HostedRow): Promise<HostedVideo | MediaFailure | 'waiting'> {
  const host = await ctx.adapters.hosts.find(row.provider);
  const video = await host.read(row.provider_id);
  if (video.state === 'failed') return video.reason;
  if (video.state === 'waiting')
    return video.is_empty && ctx.clock().getTime() - row.created_at.getTime() > lostMs ? 'missing' : 'waiting';
  const [best, ...others] = playedStreams(await host.streams(row.provider_id));
  if (!best) return 'no_stream';
  return {
    duration_sec: video.duration_sec,
    width: best.width,
    height: best.height,
    renditions: toRenditions(row, [best, ...others]),
    cover: await storeCover(ctx, host, video.cover_url),
  };
}

/** What the host says of a video now. A host that cannot be asked is asked again later: the video is not lost. */
export async function inspectHosted(ctx: Context, row: HostedRow): Promise<HostedVideo | MediaFailure | 'waiting'> {
  return readOnce(ctx, row).catch((error: unknown) => {
    if (!(error instanceof AdapterError)) throw error;
    if (error.reason === 'no_such_video') return 'missing' as const;
    ctx.log.warn({ err: error, media_id: row.id }, 'the host of a video could not be asked');
    return 'waiting' as const;
  });
}
