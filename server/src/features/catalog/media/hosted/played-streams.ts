import type { HostedStream } from '../../../../adapters/video-hosts/port.ts';

/** Plain files have no choice of quality, so a phone gets one it can play over its network. */
const plainLines = 720;

/** The streams a player may choose from: playlists where there are any, else the one plain file that suits most. */
export function playedStreams(streams: readonly HostedStream[]): HostedStream[] {
  const playlists = streams.filter(({ mode }) => mode === 'hls');
  if (playlists.length > 0) return playlists;
  const plain = streams.find(({ width, height }) => Math.min(width, height) <= plainLines) ?? streams.at(-1);
  return plain ? [plain] : [];
}
