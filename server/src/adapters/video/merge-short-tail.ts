import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Playlist = { head: string[]; segments: { duration: number; name: string }[] };

/** Players look up the next segment with some tolerance and never find a shorter one, so the video would stall at its end. */
const SHORTEST_TAIL_SEC = 1;
const DURATION = /^#EXTINF:([\d.]+),/;

/** Appends a last segment that is too short to the one before it; returns the number of segments. */
export async function mergeShortTail(folder: string, playlistName: string): Promise<number> {
  const path = join(folder, playlistName);
  const { head, segments } = parse(await readFile(path, 'utf8'));
  const [before, last] = segments.slice(-2);
  if (before === undefined || last === undefined || last.duration >= SHORTEST_TAIL_SEC) return segments.length;
  await appendFile(join(folder, before.name), await readFile(join(folder, last.name)));
  const merged = [...segments.slice(0, -2), { name: before.name, duration: before.duration + last.duration }];
  await writeFile(path, format({ head, segments: merged }));
  await rm(join(folder, last.name));
  return merged.length;
}

function parse(text: string): Playlist {
  const lines = text.split('\n').filter((line) => line !== '');
  const first = lines.findIndex((line) => DURATION.test(line));
  const segments = lines.flatMap((line, index) => {
    const duration = DURATION.exec(line)?.[1];
    return duration === undefined ? [] : [{ duration: Number(duration), name: lines[index + 1] ?? '' }];
  });
  return { head: lines.slice(0, Math.max(0, first)), segments };
}

function format({ head, segments }: Playlist): string {
  const longest = Math.ceil(Math.max(...segments.map((segment) => segment.duration)));
  const lines = head.map((line) =>
    line.startsWith('#EXT-X-TARGETDURATION:') ? `#EXT-X-TARGETDURATION:${longest}` : line,
  );
  return `${[...lines, ...segments.flatMap(({ duration, name }) => [`#EXTINF:${duration},`, name]), '#EXT-X-ENDLIST'].join('\n')}\n`;
}
