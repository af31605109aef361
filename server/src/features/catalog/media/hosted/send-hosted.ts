import { basename } from 'node:path/posix';
import type { FastifyReply } from 'fastify';
import { cutPlaylist, rewriteHosted } from '../../../../adapters/video/playlist.ts';
import type { HostedStream } from '../../../../adapters/video-hosts/port.ts';
import { AdapterError } from '../../../../core/adapter-error.ts';
import { AppError } from '../../../../core/app-error.ts';
import type { Context } from '../../../../core/context.ts';
import { siblingOf } from '../renditions.ts';
import { checkHosted } from './check-hosted.ts';
import { playedStreams } from './played-streams.ts';

type SignedAddress = { key: string; params: Record<string, string>; expires_at: Date };

/** A playlist of all qualities, each at an address signed for the same reader. */
function masterOf(streams: readonly HostedStream[], addressOf: (name: string) => string): string {
  const lines = streams.flatMap(({ name, bandwidth, width, height }) => {
    const size = width > 0 && height > 0 ? `,RESOLUTION=${width}x${height}` : '';
    return [`#EXT-X-STREAM-INF:BANDWIDTH=${Math.max(1, bandwidth)}${size}`, addressOf(name)];
  });
  return ['#EXTM3U', ...lines, ''].join('\n');
}

/**
 * Plays a video from its host under an address of ours: the playlist is written here for this reader, as for videos of our
 * own, and names segments in the host's network by addresses that expire; a plain file is found there directly.
 */
export async function sendHosted(
  reply: FastifyReply,
  { db, adapters: { storage, hosts } }: Pick<Context, 'db' | 'adapters'>,
  { key, params, expires_at }: SignedAddress,
): Promise<FastifyReply> {
  const [name = '', video = ''] = (params['h'] ?? '').split('/');
  const host = await hosts.find(name);
  const streams = await host.streams(video).catch(async (error: unknown) => {
    // Its review may have blocked the video since, and an event is easily lost.
    if (error instanceof AdapterError && error.code === 'rejected') await checkHosted(db, name, video);
    throw error;
  });
  const file = basename(key);
  void reply.header('cache-control', 'private, no-store');
  const sendText = (text: string): FastifyReply =>
    reply.header('x-content-type-options', 'nosniff').type('application/vnd.apple.mpegurl').send(text);
  if (file === 'master.m3u8')
    return sendText(
      masterOf(playedStreams(streams), (one) => storage.signedUrl(siblingOf(key, one), { expires_at, params })),
    );
  // The vendor may have encoded it anew, in other qualities.
  const mode = file.endsWith('.m3u8') ? 'hls' : 'mp4';
  const stream = streams.find((one) => one.name === file) ?? streams.find((one) => one.mode === mode);
  if (!stream) throw new AppError('request.not_found');
  if (stream.mode === 'mp4') return reply.redirect(host.signedUrl(stream.url, expires_at), 302);
  const whole = await host.playlist(stream);
  const text = params['p'] === undefined ? whole : cutPlaylist(whole, Number(params['p']));
  return sendText(rewriteHosted(text, (uri) => host.signedUrl(new URL(uri, stream.url).href, expires_at)));
}
