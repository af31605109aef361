import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, onTestFinished, afterAll } from 'vitest';
import { generateLessonVideo } from './generate.ts';
import { createLocalVideo } from '../local.ts';

const video = createLocalVideo({}, { log: { info: () => undefined } });
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaike-generate-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('generateLessonVideo', () => {
  it('creates a small clip of the requested length that needs no encoding', async () => {
    const output = join(folder, 'clip.mp4');
    expect(await generateLessonVideo({ output, duration_sec: 20, hue: 212, seed: 'lesson', label: '03-2' })).toBe(true);
    expect(await video.probe(output)).toMatchObject({
      width: 1280,
      height: 720,
      video_codec: 'avc',
      audio_codec: 'aac',
      faststart: true,
    });
    expect((await video.probe(output)).duration_sec).toBeCloseTo(20, 0);
    expect((await stat(output)).size).toBeLessThan((1.5 * 1024 * 1024) / 3);
    expect(await video.packageVideo({ input: output, output_dir: join(folder, 'packaged') })).toMatchObject({
      mode: 'hls',
      transcoded: false,
      segments: 4,
    });
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('is the same for the same seed, and moves', async () => {
    const clips = await Promise.all(
      ['a', 'a', 'b'].map(async (seed, index) => {
        const output = join(folder, `${index}.mp4`);
        await generateLessonVideo({ output, duration_sec: 3, hue: 20, seed });
        return { output, bytes: await readFile(output) };
      }),
    );
    expect(clips[1]?.bytes.equals(clips[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(clips[2]?.bytes.equals(clips[0]?.bytes ?? Buffer.alloc(0))).toBe(false);
    const input = clips[0]?.output ?? '';
    const [first, later] = await Promise.all([0, 2].map((at) => video.makeCover({ input, at_sec: at })));
    expect(await differenceOf(first, later)).toBeGreaterThan(0.5);
  });

  it('reports that it created nothing when there is no ffmpeg', async () => {
    const output = join(folder, 'none.mp4');
    onTestFinished(() => rm(output, { force: true }));
    expect(await generateLessonVideo({ output, duration_sec: 3, hue: 20, seed: 'a' }, async () => null)).toBe(false);
    await expect(stat(output)).rejects.toThrow('ENOENT');
  });
});

/** Mean difference of two pictures, 0 to 255. */
async function differenceOf(a: Uint8Array | undefined, b: Uint8Array | undefined): Promise<number> {
  const difference = sharp(a)
    .removeAlpha()
    .composite([{ input: Buffer.from(b ?? []), blend: 'difference' }]);
  const { channels } = await sharp(await difference.png().toBuffer()).stats();
  return channels.reduce((sum, channel) => sum + channel.mean, 0) / channels.length;
}
