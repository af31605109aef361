import { createHash } from 'node:crypto';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** An address of the CDN by its signing scheme A; what was in its query is dropped, since the path alone is signed. */
export function signCdnUrl(
  url: string,
  { key, deadline, random }: { key: string; /** Unix seconds. */ deadline: number; random: string },
): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}?auth_key=${deadline}-${random}-0-${md5(`${pathname}-${deadline}-${random}-0-${key}`)}`;
}

/** The signature of an event; it covers the address it is sent to, not the event. */
export const signVodEvent = (url: string, timestamp: string, key: string): string => md5(`${url}|${timestamp}|${key}`);
