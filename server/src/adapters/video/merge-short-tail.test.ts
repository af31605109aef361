import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mergeShortTail } from './merge-short-tail.ts';

const HEAD = '#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:6\n#EXT-X-MAP:URI="init.mp4"\n';

async function folderWith(durations: number[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kaike-tail-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const lines = durations.map((duration, index) => `#EXTINF:${duration},\ns${index}.m4s\n`);
  await writeFile(join(folder, 'index.m3u8'), `${HEAD}\n${lines.join('')}\n#EXT-X-ENDLIST\n`);
  for (const index of durations.keys()) await writeFile(join(folder, `s${index}.m4s`), `[${index}]`);
  return folder;
}

describe('mergeShortTail', () => {
  it('joins a last segment of a few milliseconds to the one before', async () => {
    const folder = await folderWith([6, 6.4, 0.25]);
    expect(await mergeShortTail(folder, 'index.m3u8')).toBe(2);
    expect(await readFile(join(folder, 's1.m4s'), 'utf8')).toBe('[1][2]');
    expect((await readdir(folder)).sort()).toEqual(['index.m3u8', 's0.m4s', 's1.m4s']);
    expect(await readFile(join(folder, 'index.m3u8'), 'utf8')).toBe(
      `${HEAD.replace('DURATION:6', 'DURATION:7')}#EXTINF:6,\ns0.m4s\n#EXTINF:6.65,\ns1.m4s\n#EXT-X-ENDLIST\n`,
    );
  });

  it.each([[[6, 6, 1]], [[0.2]], [[0.2, 6]]])('leaves %j unchanged', async (durations) => {
    const folder = await folderWith(durations);
    const before = await readFile(join(folder, 'index.m3u8'), 'utf8');
    expect(await mergeShortTail(folder, 'index.m3u8')).toBe(durations.length);
    expect(await readFile(join(folder, 'index.m3u8'), 'utf8')).toBe(before);
  });
});
