import { AdapterError } from '../adapter-error.ts';

const URI_ATTRIBUTE = /URI="([^"]*)"/g;
/** What our own playlists name: files beside them. A scheme or a folder was put there by someone else. */
const FILE_NAME = /^[A-Za-z0-9][\w-]*\.\w+$/;

/** Replaces every file a playlist names by the address it is to be had at. */
export function rewritePlaylist(text: string, signedUrl: (segment: string) => string): string {
  const sign = (name: string): string => {
    if (!FILE_NAME.test(name)) throw new AdapterError('bad_response', { reason: 'foreign_segment' });
    return signedUrl(name);
  };
  const lines = text.split(/\r?\n/).map((line) => {
    if (line.startsWith('#')) return line.replaceAll(URI_ATTRIBUTE, (_match, name: string) => `URI="${sign(name)}"`);
    return line.trim() === '' ? '' : sign(line.trim());
  });
  return lines.join('\n');
}

/** The playlist up to the segment in which so many seconds are reached; what follows is not named. */
export function cutPlaylist(text: string, seconds: number): string {
  const kept: string[] = [];
  let total = 0;
  for (const line of text.split(/\r?\n/)) {
    const length = /^#EXTINF:([\d.]+)/.exec(line)?.[1];
    if (length !== undefined && total >= seconds) return [...kept, '#EXT-X-ENDLIST', ''].join('\n');
    total += Number(length ?? 0);
    kept.push(line);
  }
  return text;
}
