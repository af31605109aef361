import { AdapterError } from '../../core/adapter-error.ts';

const URI_ATTRIBUTE = /URI="([^"]*)"/g;
/** Our own playlists name only files beside them. A scheme or a folder means that the playlist is foreign. */
const FILE_NAME = /^[A-Za-z0-9][\w-]*\.\w+$/;

/** Replaces every file name in a playlist with its signed URL. */
export const rewritePlaylist = (text: string, signedUrl: (segment: string) => string): string =>
  rewriteHosted(text, (name) => {
    if (!FILE_NAME.test(name)) throw new AdapterError('bad_response', { reason: 'foreign_segment' });
    return signedUrl(name);
  });

/** Replaces every URI in a playlist of a vendor, whatever it looks like. */
export function rewriteHosted(text: string, sign: (uri: string) => string): string {
  const lines = text.split(/\r?\n/).map((line) => {
    if (line.startsWith('#')) return line.replaceAll(URI_ATTRIBUTE, (_match, name: string) => `URI="${sign(name)}"`);
    return line.trim() === '' ? '' : sign(line.trim());
  });
  return lines.join('\n');
}

/** Ends the playlist with the segment that reaches so many seconds. */
export function cutPlaylist(text: string, seconds: number): string {
  const lines: string[] = [];
  let total = 0;
  for (const line of text.split(/\r?\n/)) {
    const length = /^#EXTINF:([\d.]+)/.exec(line)?.[1];
    if (length !== undefined && total >= seconds) return [...lines, '#EXT-X-ENDLIST', ''].join('\n');
    total += Number(length ?? 0);
    lines.push(line);
  }
  return text;
}
