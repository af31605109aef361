import { objectOf, textOf } from '../../call-service.ts';
import type { HostedStream } from '../port.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** An address on the school's own domain, which the Content-Security-Policy allows. */
function onDomain(url: string, domain: string): string | null {
  const parsed = URL.parse(url);
  return parsed === null ? null : `${domain}${parsed.pathname}${parsed.search}`;
}

function readStream(info: Record<string, unknown>, domain: string): HostedStream | null {
  const [format, definition] = [textOf(info, 'Format'), textOf(info, 'Definition')];
  const url = onDomain(textOf(info, 'PlayURL'), domain);
  const isPlayed = format === 'm3u8' || format === 'mp4';
  // Encrypted streams play only in the vendor's own player; `AUTO` is a playlist of the other ones.
  if (url === null || !isPlayed || !/^\w+$/.test(definition) || definition === 'AUTO') return null;
  if (textOf(info, 'Encrypt') === '1' || textOf(info, 'StreamType') === 'audio') return null;
  return {
    name: `${definition}.${format}`,
    mode: format === 'm3u8' ? 'hls' : 'mp4',
    url,
    width: Number(textOf(info, 'Width')) || 0,
    height: Number(textOf(info, 'Height')) || 0,
    bandwidth: Math.round((Number(textOf(info, 'Bitrate')) || 0) * 1000),
  };
}

/** What GetPlayInfo lists and our player plays, best first. */
export function parseStreams(answer: Record<string, unknown>, domain: string): HostedStream[] {
  const list = objectOf(answer, 'PlayInfoList')['PlayInfo'];
  const streams = (Array.isArray(list) ? list : []).filter(isRecord).flatMap((info) => readStream(info, domain) ?? []);
  return streams.toSorted((a, b) => b.height - a.height || b.bandwidth - a.bandwidth);
}
