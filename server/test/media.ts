import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { findFfmpeg } from '../src/adapters/video/ffmpeg/find-ffmpeg.ts';

export type TestVideo = {
  seconds: number;
  width?: number;
  height?: number;
  audio?: boolean;
  /** Length of the audio track, when it differs from the video's. */
  audio_sec?: number;
  /** Every browser plays h264; the others are re-encoded or delivered unchanged. */
  codec?: 'h264' | 'h264-10bit' | 'hevc' | 'vp9' | 'none';
  audio_codec?: 'aac' | 'mp3' | 'opus';
  container?: 'mp4' | 'mov' | 'mkv' | 'webm';
  faststart?: boolean;
};

const run = promisify(execFile);
const FOLDER = join(tmpdir(), 'kaike-test-media');

const VIDEO_ARGS: Record<NonNullable<TestVideo['codec']>, string[]> = {
  h264: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-bf', '2', '-g', '25'],
  'h264-10bit': ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv422p'],
  hevc: [
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-x265-params',
    'log-level=none',
    '-tag:v',
    'hvc1',
    '-pix_fmt',
    'yuv420p',
  ],
  vp9: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '300k', '-pix_fmt', 'yuv420p'],
  none: ['-vn'],
};
const AUDIO_ARGS: Record<NonNullable<TestVideo['audio_codec']>, string[]> = {
  aac: ['-c:a', 'aac'],
  mp3: ['-c:a', 'libmp3lame'],
  opus: ['-c:a', 'libopus', '-ar', '48000'],
};

/** Creates a real video, or reuses a cached one; returns its path. Nobody may change the file. */
export async function makeTestVideo(video: TestVideo): Promise<string> {
  const { container = 'mp4' } = video;
  const path = join(FOLDER, `${Object.entries(video).flat().join('-')}.${container}`);
  await cached(path, (temporary) => encode(video, temporary));
  return path;
}

/** A real video followed by a box of noise that players skip: 13 MiB, so that it goes in several parts. */
export async function makeLargeVideo(): Promise<Buffer> {
  const video = await readFile(await makeTestVideo({ seconds: 6 }));
  const noise = Buffer.alloc(13 * 1024 ** 2, 7);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(noise.length + 8);
  head.write('free', 4);
  return Buffer.concat([video, head, noise]);
}

export type TestSound = {
  seconds: number;
  ext: 'mp3' | 'm4a' | 'wav';
  codec?: 'alac';
  /** Without the length that most encoders write at the beginning. */ bare?: true;
  /** M4A with a video brand, as many phones write it. */ film?: true;
};

/** Creates a real sound, or reuses a cached one; returns its path. Nobody may change the file. */
export async function makeTestSound(sound: TestSound): Promise<string> {
  const { seconds, ext, codec, bare = false, film = false } = sound;
  const path = join(FOLDER, `sound-${Object.entries(sound).flat().join('-')}.${ext}`);
  const encoder = codec ?? { mp3: 'libmp3lame', m4a: 'aac', wav: 'pcm_s16le' }[ext];
  const format = film ? 'mp4' : { mp3: 'mp3', m4a: 'ipod', wav: 'wav' }[ext];
  await cached(path, async (temporary) => {
    const args = [
      '-v',
      'error',
      '-y',
      '-f',
      'lavfi',
      '-i',
      `sine=f=330:r=44100:d=${seconds}`,
      '-c:a',
      encoder,
      ...(ext === 'mp3' ? ['-b:a', '64k', ...(bare ? ['-write_xing', '0'] : [])] : []),
    ];
    await run(await ffmpegPath(), [...args, '-f', format, temporary]);
  });
  return path;
}

/** The first part of a video or a sound, as after a broken connection. */
export async function makeTruncatedCopy(path: string, share = 0.6): Promise<string> {
  const copy = path.replace(/(\.\w+)$/, `-cut-${share}$1`);
  await cached(copy, async (temporary) => {
    const bytes = await readFile(path);
    await writeFile(temporary, bytes.subarray(0, Math.floor(bytes.length * share)));
  });
  return copy;
}

/** A fake ffmpeg: answers the capability checks, begins its output, reports a second of progress, and never ends. */
const endlessFfmpeg = `#!/bin/sh
case "$*" in
  *-encoders*) echo ' libx264  aac '; exit;;
  *-version*) echo 'ffmpeg version endless'; exit;;
esac
for output; do :; done
echo begun > "\${output#file:}"
echo 'out_time=00:00:01.000000'
exec sleep 3600
`;

/** A folder with an ffmpeg that hangs in the middle of its work, for processes that are killed meanwhile. */
export async function makeEndlessFfmpeg(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kaike-endless-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'ffmpeg'), endlessFfmpeg, { mode: 0o755 });
  return folder;
}

/** A text file named .mp4. */
export async function makeTextVideo(): Promise<string> {
  const path = join(FOLDER, 'text.mp4');
  await cached(path, (temporary) => writeFile(temporary, 'This is a text file that somebody named .mp4.\n'.repeat(40)));
  return path;
}

async function ffmpegPath(): Promise<string> {
  const ffmpeg = await findFfmpeg();
  if (ffmpeg === null)
    throw new Error('tests need ffmpeg: install it, or the optional package @ffmpeg-installer/ffmpeg');
  return ffmpeg.path;
}

async function encode(video: TestVideo, output: string): Promise<void> {
  const {
    seconds,
    width = 320,
    height = 180,
    audio = true,
    codec = 'h264',
    audio_codec = 'aac',
    container = 'mp4',
  } = video;
  const format = { mp4: 'mp4', mov: 'mov', mkv: 'matroska', webm: 'webm' }[container];
  await run(await ffmpegPath(), [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    `testsrc=s=${width}x${height}:r=25:d=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=f=330:r=44100:d=${video.audio_sec ?? seconds}`,
    ...VIDEO_ARGS[codec],
    ...(audio ? AUDIO_ARGS[audio_codec] : ['-an']),
    ...(video.faststart === false ? [] : ['-movflags', '+faststart']),
    '-strict',
    '-2',
    '-f',
    format,
    output,
  ]);
}

/** The same file may be created concurrently, in this process or another; the last one replaces it by an identical one. */
async function cached(path: string, make: (temporary: string) => Promise<void>): Promise<void> {
  if (
    await access(path).then(
      () => true,
      () => false,
    )
  )
    return;
  await mkdir(FOLDER, { recursive: true });
  const temporary = `${path}.${randomUUID()}`;
  await make(temporary);
  await rename(temporary, path);
}
