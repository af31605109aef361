import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { kill, startProcess } from '../../../test/processes/kill.ts';
import {
  makeEndlessFfmpeg,
  makeTestVideo,
  makeTextVideo,
  makeTruncatedCopy,
  type TestVideo,
} from '../../../test/media.ts';
import { findFfmpeg } from './ffmpeg/find-ffmpeg.ts';
import { createLocalVideo } from './local.ts';

const log = { info: () => undefined };
const video = createLocalVideo({}, { log });
const withoutFfmpeg = createLocalVideo({}, { log, findFfmpeg: async () => null });
const FIXTURE = fileURLToPath(new URL('package-kill.fixture.ts', import.meta.url));

async function outputFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kaike-package-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'lesson');
}

describe('probe', () => {
  it.each<[TestVideo, object]>([
    [
      { seconds: 6 },
      { duration_sec: 6, width: 320, height: 180, video_codec: 'avc', audio_codec: 'aac', faststart: true },
    ],
    [
      { seconds: 6, faststart: false },
      { duration_sec: 6, faststart: false },
    ],
    [
      { seconds: 6, audio: false },
      { video_codec: 'avc', audio_codec: null },
    ],
    [
      { seconds: 6, codec: 'hevc' },
      { video_codec: 'hevc', audio_codec: 'aac' },
    ],
    [
      { seconds: 6, codec: 'vp9', audio_codec: 'opus', container: 'webm' },
      { video_codec: 'vp9', audio_codec: 'opus' },
    ],
    [
      { seconds: 6, container: 'mkv' },
      { video_codec: 'avc', width: 320 },
    ],
    [
      { seconds: 6, container: 'mov' },
      { video_codec: 'avc', width: 320 },
    ],
  ])('reads %o', async (source, expected) => {
    const path = await makeTestVideo(source);
    expect(await video.probe(path)).toMatchObject({ ...expected, size: (await stat(path)).size });
  });

  it.each<TestVideo>([
    { seconds: 6 },
    { seconds: 6, faststart: false },
    { seconds: 6, container: 'mov' },
    { seconds: 6, container: 'mkv' },
    { seconds: 6, codec: 'vp9', audio_codec: 'opus', container: 'webm' },
  ])('refuses truncated %o', async (source) => {
    for (const share of [0.3, 0.98]) {
      const path = await makeTruncatedCopy(await makeTestVideo(source), share);
      await expect(video.probe(path)).rejects.toMatchObject({ code: 'rejected', reason: 'truncated' });
    }
  });

  it('refuses files that are not video', async () => {
    const folder = dirname(await outputFolder());
    const picture = join(folder, 'picture.mp4');
    await writeFile(picture, Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64'));
    const empty = join(folder, 'empty.mp4');
    await writeFile(empty, '');
    for (const path of [await makeTextVideo(), picture, empty]) {
      await expect(video.probe(path)).rejects.toMatchObject({ code: 'rejected', reason: 'not_a_video' });
    }
    await expect(video.probe(join(folder, 'missing.mp4'))).rejects.toMatchObject({ reason: 'no_such_file' });
  });

  it('refuses audio without video', async () => {
    await expect(video.probe(await makeTestVideo({ seconds: 6, codec: 'none' }))).rejects.toMatchObject({
      code: 'rejected',
      reason: 'no_video_track',
    });
  });
});

describe('packageVideo', () => {
  it.each<[TestVideo, object]>([
    [{ seconds: 14 }, { transcoded: false, segments: 3 }],
    [
      { seconds: 14, container: 'mov' },
      { transcoded: false, segments: 3 },
    ],
    [
      { seconds: 14, container: 'mkv' },
      { transcoded: false, segments: 3 },
    ],
    [
      { seconds: 14, faststart: false },
      { transcoded: false, segments: 3 },
    ],
    [
      { seconds: 14, audio: false },
      { transcoded: false, segments: 3 },
    ],
    [
      { seconds: 6, codec: 'hevc' },
      { transcoded: true, segments: 1 },
    ],
    [
      { seconds: 6, codec: 'h264-10bit' },
      { transcoded: true, segments: 1 },
    ],
    [{ seconds: 6, audio_codec: 'mp3' }, { transcoded: true }],
    [{ seconds: 6, codec: 'vp9', audio_codec: 'opus', container: 'webm' }, { transcoded: true }],
  ])('streams %o', async (source, expected) => {
    const folder = await outputFolder();
    const packaged = await video.packageVideo({ input: await makeTestVideo(source), output_dir: folder });
    expect(packaged).toMatchObject({ mode: 'hls', playlist: 'index.m3u8', width: 320, height: 180, ...expected });
    expect(packaged.duration_sec).toBeCloseTo(source.seconds, 0);
    expect(packaged.renditions).toEqual([
      expect.objectContaining({
        codecs: expect.stringMatching(source.audio === false ? /^avc1\.\w+$/ : /^avc1\.\w+,mp4a\.40\.2$/),
      }),
    ]);
    expect((await readdir(folder)).filter((name) => name.endsWith('.m4s')).length).toBe(packaged.segments);
    expect(await decodedFrames(folder)).toBe(source.seconds * 25);
  });

  it('reports increasing progress from 0 to 1', async () => {
    const progress: number[] = [];
    await video.packageVideo({
      input: await makeTestVideo({ seconds: 6, codec: 'hevc' }),
      output_dir: await outputFolder(),
      on_progress: (fraction) => progress.push(fraction),
    });
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual([...new Set(progress)].sort((a, b) => a - b));
    expect(progress.length).toBeGreaterThan(2);
  });

  it('survives audio and video that end in the same tick', async () => {
    const input = join(dirname(await outputFolder()), 'together.mp4');
    const ffmpeg = await findFfmpeg();
    await promisify(execFile)(ffmpeg?.path ?? '', [
      '-v',
      'error',
      '-y',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=640x360:r=25:d=1',
      '-f',
      'lavfi',
      '-i',
      'sine=f=260:d=1',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-b:v',
      '4M',
      '-minrate',
      '4M',
      '-pix_fmt',
      'yuv420p',
      '-g',
      '50',
      '-c:a',
      'aac',
      '-shortest',
      '-movflags',
      '+faststart',
      input,
    ]);
    // An unhandled rejection would fail the run.
    expect(await video.packageVideo({ input, output_dir: await outputFolder() })).toMatchObject({
      mode: 'hls',
      segments: 1,
    });
  });

  it('returns at once for a packaged file, and packages another file', async () => {
    const folder = await outputFolder();
    const first = await video.packageVideo({ input: await makeTestVideo({ seconds: 14 }), output_dir: folder });
    const { mtimeMs } = await stat(folder);
    expect(await video.packageVideo({ input: await makeTestVideo({ seconds: 14 }), output_dir: folder })).toEqual(
      first,
    );
    expect((await stat(folder)).mtimeMs).toBe(mtimeMs);
    expect(
      (await video.packageVideo({ input: await makeTestVideo({ seconds: 6 }), output_dir: folder })).duration_sec,
    ).toBe(6);
    expect(await decodedFrames(folder)).toBe(150);
  });

  it('can be run again after a kill in the middle, and replaces the leftovers', async () => {
    const folder = await outputFolder();
    const input = await makeTestVideo({ seconds: 6, codec: 'hevc' });
    const child = startProcess(FIXTURE, { args: [input, folder], programs: await makeEndlessFfmpeg() });
    expect(await once(child, 'message')).toEqual([0.15, undefined]);
    await kill(child);
    expect(await readdir(dirname(folder))).toEqual(['lesson.partial']);
    await writeFile(join(`${folder}.partial`, 'segment-99.m4s'), 'left over');
    expect(await video.packageVideo({ input, output_dir: folder })).toMatchObject({ mode: 'hls', transcoded: true });
    expect(await readdir(dirname(folder))).toEqual(['lesson']);
    expect(await readdir(folder)).not.toContain('segment-99.m4s');
    expect(await decodedFrames(folder)).toBe(150);
  });

  it.each([
    ['truncated', async () => makeTruncatedCopy(await makeTestVideo({ seconds: 6 }))],
    ['not_a_video', makeTextVideo],
  ])('creates nothing from a file that is %s', async (reason, make) => {
    const folder = await outputFolder();
    await expect(video.packageVideo({ input: await make(), output_dir: folder })).rejects.toMatchObject({
      code: 'rejected',
      reason,
    });
    expect(await readdir(dirname(folder))).toEqual([]);
  });

  it('delivers a plain file when audio and video do not end together', async () => {
    const folder = await outputFolder();
    const input = await makeTestVideo({ seconds: 6, audio_sec: 9 });
    expect(await video.packageVideo({ input, output_dir: folder })).toMatchObject({
      mode: 'mp4',
      playlist: 'video.mp4',
      duration_sec: expect.closeTo(9, 0),
      transcoded: false,
    });
    expect(await readFile(join(folder, 'video.mp4'))).toEqual(await readFile(input));
  });
});

describe('packageVideo without ffmpeg', () => {
  it('streams what needs no encoding', async () => {
    const packaged = await withoutFfmpeg.packageVideo({
      input: await makeTestVideo({ seconds: 14 }),
      output_dir: await outputFolder(),
    });
    expect(packaged).toMatchObject({ mode: 'hls', transcoded: false });
  });

  it.each<[TestVideo, string]>([
    [{ seconds: 6, codec: 'vp9', audio_codec: 'opus', container: 'webm' }, 'video.webm'],
    [{ seconds: 6, audio_codec: 'mp3' }, 'video.mp4'],
  ])('delivers %o unchanged', async (source, playlist) => {
    const folder = await outputFolder();
    const input = await makeTestVideo(source);
    expect(await withoutFfmpeg.packageVideo({ input, output_dir: folder })).toMatchObject({
      mode: 'mp4',
      playlist,
      segments: 0,
      size: (await stat(input)).size,
    });
    expect(await readFile(join(folder, playlist))).toEqual(await readFile(input));
  });

  it.each<TestVideo>([
    { seconds: 6, codec: 'hevc' },
    { seconds: 6, codec: 'h264-10bit' },
  ])('reports what is missing for %o', async (source) => {
    const folder = await outputFolder();
    await expect(
      withoutFfmpeg.packageVideo({ input: await makeTestVideo(source), output_dir: folder }),
    ).rejects.toMatchObject({ code: 'not_supported', reason: 'no_ffmpeg' });
    expect(await readdir(dirname(folder))).not.toContain('lesson');
  });
});

describe('addSmaller', () => {
  const large = { seconds: 4, width: 1280, height: 720 } satisfies TestVideo;

  it('adds a rendition of 360 lines and a playlist of both; run again, it returns the same', async () => {
    const folder = await outputFolder();
    const input = await makeNoisyVideo(large);
    const whole = await video.packageVideo({ input, output_dir: folder });
    const both = await video.addSmaller({ input, output_dir: folder });
    expect(both).toMatchObject({
      mode: 'hls',
      playlist: 'master.m3u8',
      width: 1280,
      height: 720,
      segments: whole.segments,
    });
    expect(both?.renditions).toMatchObject([
      { playlist: 'index.m3u8', height: 720 },
      { playlist: 'small-index.m3u8', width: 640, height: 360 },
    ]);
    const [first, small] = both?.renditions ?? [];
    expect(small?.bandwidth).toBeLessThan((first?.bandwidth ?? 0) * 0.75);
    expect(
      (await readFile(join(folder, 'master.m3u8'), 'utf8')).split('\n').filter((line) => line.endsWith('.m3u8')),
    ).toEqual(['index.m3u8', 'small-index.m3u8']);
    expect([await decodedFrames(folder), await decodedFrames(folder, 'small-index.m3u8')]).toEqual([100, 100]);
    expect(await readdir(dirname(folder))).toEqual(['lesson']);
    expect(await video.addSmaller({ input, output_dir: folder })).toEqual(both);
    expect(await video.packageVideo({ input, output_dir: folder })).toEqual(both);
  });

  it('keeps portrait orientation', async () => {
    const folder = await outputFolder();
    const input = await makeNoisyVideo({ seconds: 2, width: 720, height: 1280 });
    await video.packageVideo({ input, output_dir: folder });
    expect((await video.addSmaller({ input, output_dir: folder }))?.renditions[1]).toMatchObject({
      width: 360,
      height: 640,
    });
  });

  it('leaves nothing behind where it saves nothing', async () => {
    const folder = await outputFolder();
    const input = await makeNoisyVideo({
      seconds: 2,
      width: 1280,
      height: 720,
      quality: ['-crf', '51', '-b:a', '24k'],
    });
    await video.packageVideo({ input, output_dir: folder });
    expect(await video.addSmaller({ input, output_dir: folder })).toBeNull();
    expect([
      await readdir(dirname(folder)),
      (await readdir(folder)).filter((name) => name.startsWith('small-')),
    ]).toEqual([['lesson'], []]);
  });

  it('reports a missing ffmpeg, and changes nothing', async () => {
    const folder = await outputFolder();
    const input = await makeTestVideo({ seconds: 6, width: 1280, height: 720 });
    await video.packageVideo({ input, output_dir: folder });
    const before = (await readdir(folder)).toSorted();
    await expect(withoutFfmpeg.addSmaller({ input, output_dir: folder })).rejects.toMatchObject({
      code: 'not_supported',
      reason: 'no_ffmpeg',
    });
    expect([(await readdir(folder)).toSorted(), await readdir(dirname(folder))]).toEqual([before, ['lesson']]);
  });

  it('ignores small videos and plain files', async () => {
    const [plain, file] = [await outputFolder(), await outputFolder()];
    const still = await makeTestVideo({ seconds: 6 });
    const uneven = await makeTestVideo({ seconds: 6, audio_sec: 9 });
    const packaged = await video.packageVideo({ input: still, output_dir: plain });
    await video.packageVideo({ input: uneven, output_dir: file });
    expect(await video.addSmaller({ input: still, output_dir: plain })).toBeNull();
    expect(await video.addSmaller({ input: uneven, output_dir: file })).toBeNull();
    expect(await video.packageVideo({ input: still, output_dir: plain })).toEqual(packaged);
    expect(
      (await readdir(dirname(plain))).concat((await readdir(plain)).filter((name) => name.startsWith('small-'))),
    ).toEqual(['lesson']);
  });
});

/** Video as large as a camera's, or compressed as far as possible. */
async function makeNoisyVideo({
  seconds,
  width,
  height,
  quality = ['-b:v', '3M', '-b:a', '128k'],
}: {
  seconds: number;
  width: number;
  height: number;
  quality?: string[];
}): Promise<string> {
  const input = join(dirname(await outputFolder()), 'noisy.mp4');
  const ffmpeg = await findFfmpeg();
  await promisify(execFile)(ffmpeg?.path ?? '', [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=${width}x${height}:r=25:d=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=f=260:d=${seconds}`,
    '-vf',
    'noise=alls=20:allf=t',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '50',
    '-c:a',
    'aac',
    ...quality,
    '-movflags',
    '+faststart',
    input,
  ]);
  return input;
}

/** The packaged folder as read by another program. */
async function decodedFrames(folder: string, playlist = 'index.m3u8'): Promise<number> {
  const ffmpeg = await findFfmpeg();
  const args = [
    '-v',
    'error',
    '-stats',
    '-allowed_extensions',
    'ALL',
    '-i',
    join(folder, playlist),
    '-map',
    '0:v',
    '-f',
    'null',
    '-',
  ];
  const { stderr } = await promisify(execFile)(ffmpeg?.path ?? '', args);
  const complaints = stderr.split(/[\r\n]+/).filter((line) => line !== '' && !line.startsWith('frame='));
  expect(complaints).toEqual([]);
  return Number([...stderr.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1]);
}
