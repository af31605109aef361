import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeTestSound, makeTestVideo, makeTruncatedCopy, type TestSound } from '../../../../test/media.ts';
import { createLocalVideo } from '../local.ts';

const log = { info: () => undefined };
const local = createLocalVideo({}, { log });
const withoutFfmpeg = createLocalVideo({}, { log, findFfmpeg: async () => null });

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kaike-sound-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const bytesOf = (path: string): Promise<Buffer> => readFile(path);

describe('probeSound', () => {
  it.each<[TestSound, object]>([
    [{ seconds: 8, ext: 'mp3' }, { codec: 'mp3' }],
    [{ seconds: 8, ext: 'mp3', bare: true }, { codec: 'mp3' }],
    [{ seconds: 8, ext: 'm4a' }, { codec: 'aac' }],
    [{ seconds: 8, ext: 'm4a', film: true }, { codec: 'aac' }],
    [{ seconds: 8, ext: 'm4a', codec: 'alac' }, { codec: null }],
    [{ seconds: 8, ext: 'wav' }, { codec: 'pcm-s16' }],
  ])('reads %o', async (source, expected) => {
    const path = await makeTestSound(source);
    const probe = await local.probeSound(path);
    expect(probe).toMatchObject({ ...expected, size: (await stat(path)).size });
    expect(probe.duration_sec).toBeCloseTo(8, 0);
  });

  it.each<TestSound>([
    { seconds: 8, ext: 'mp3' },
    { seconds: 8, ext: 'm4a' },
    { seconds: 8, ext: 'wav' },
  ])('refuses truncated %o', async (source) => {
    for (const share of [0.3, 0.9]) {
      await expect(local.probeSound(await makeTruncatedCopy(await makeTestSound(source), share))).rejects.toMatchObject(
        {
          code: 'rejected',
          reason: 'truncated',
        },
      );
    }
  });

  it('refuses files that are not audio, including video with sound', async () => {
    const folder = await scratchFolder();
    const [text, empty] = [join(folder, 'text.mp3'), join(folder, 'empty.wav')];
    await writeFile(text, 'This is a text file that somebody named .mp3.\n'.repeat(40));
    await writeFile(empty, '');
    for (const path of [text, empty, await makeTestVideo({ seconds: 6 })])
      await expect(local.probeSound(path)).rejects.toMatchObject({ code: 'rejected', reason: 'not_a_sound' });
    await expect(local.probeSound(join(folder, 'missing.mp3'))).rejects.toMatchObject({ reason: 'no_such_file' });
  });
});

describe('packageSound', () => {
  it.each<[TestSound, string]>([
    [{ seconds: 8, ext: 'mp3' }, 'sound.mp3'],
    [{ seconds: 8, ext: 'm4a' }, 'sound.m4a'],
  ])('delivers %o unchanged', async (source, name) => {
    const [input, folder] = [await makeTestSound(source), join(await scratchFolder(), 'lesson')];
    const progress: number[] = [];
    expect(
      await local.packageSound({ input, output_dir: folder, on_progress: (fraction) => progress.push(fraction) }),
    ).toMatchObject({ mode: 'mp4', playlist: name, width: 0, height: 0, transcoded: false });
    expect((await bytesOf(join(folder, name))).equals(await bytesOf(input))).toBe(true);
    expect(progress).toEqual([1]);
  });

  it.each<TestSound>([
    { seconds: 8, ext: 'wav' },
    { seconds: 8, ext: 'm4a', codec: 'alac' },
  ])('encodes %o as AAC, once', async (source) => {
    const [input, folder] = [await makeTestSound(source), join(await scratchFolder(), 'lesson')];
    const packaged = await local.packageSound({ input, output_dir: folder });
    expect(packaged).toMatchObject({
      mode: 'mp4',
      playlist: 'sound.m4a',
      transcoded: true,
      renditions: [{ codecs: 'mp4a.40.2', width: 0 }],
    });
    expect(await local.probeSound(join(folder, 'sound.m4a'))).toMatchObject({ codec: 'aac', size: packaged.size });
    expect(packaged.duration_sec).toBeCloseTo(8, 0);
    const { mtimeMs } = await stat(join(folder, 'sound.m4a'));
    expect(await local.packageSound({ input, output_dir: folder })).toEqual(packaged);
    expect((await stat(join(folder, 'sound.m4a'))).mtimeMs).toBe(mtimeMs);
  });

  it('delivers a WAV where there is no ffmpeg, and refuses what browsers cannot play', async () => {
    const folder = await scratchFolder();
    expect(
      await withoutFfmpeg.packageSound({
        input: await makeTestSound({ seconds: 8, ext: 'wav' }),
        output_dir: join(folder, 'wav'),
      }),
    ).toMatchObject({ playlist: 'sound.wav', transcoded: false });
    const alac = withoutFfmpeg.packageSound({
      input: await makeTestSound({ seconds: 8, ext: 'm4a', codec: 'alac' }),
      output_dir: join(folder, 'alac'),
    });
    await expect(alac).rejects.toMatchObject({ code: 'not_supported' });
  });
});

describe('cutSound', () => {
  it.each<TestSound>([
    { seconds: 8, ext: 'mp3' },
    { seconds: 8, ext: 'm4a' },
    { seconds: 8, ext: 'wav' },
  ])('cuts the beginning of %o to exact length', async (source) => {
    const [input, folder] = [await makeTestSound(source), await scratchFolder()];
    const output = join(folder, `cut.${source.ext}`);
    await Promise.all([local.cutSound({ input, output, seconds: 3 }), local.cutSound({ input, output, seconds: 3 })]);
    const { duration_sec: duration, size } = await local.probeSound(output);
    expect(duration).toBeGreaterThan(2.9);
    expect(duration).toBeLessThan(3.1);
    expect(size).toBeLessThan((await stat(input)).size * 0.55);
    expect(await readdir(folder)).toEqual([`cut.${source.ext}`]);
  });

  it('leaves nothing behind when the file is not audio', async () => {
    const folder = await scratchFolder();
    await expect(
      local.cutSound({ input: join(folder, 'missing.mp3'), output: join(folder, 'cut.mp3'), seconds: 3 }),
    ).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
  });
});
