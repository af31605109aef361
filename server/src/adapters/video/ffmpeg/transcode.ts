import type { Ffmpeg } from './find-ffmpeg.ts';
import type { VideoDetails } from '../probe-video.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

export type TranscodeJob = {
  ffmpeg: Ffmpeg;
  input: string;
  output: string;
  details: VideoDetails;
  /** Maximum encoding time in seconds per second of video. */
  max_speed_ratio: number;
  /** For small screens and slow networks: about 360 lines, regardless of the source. */
  is_small?: boolean;
  on_progress: (fraction: number) => void;
};

/** Only files, and only formats an upload can have: a playlist disguised as a video cannot make ffmpeg open other files. */
export const HOSTILE_INPUT_ARGS = [
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm',
];
const HOSTILE_SOUND_ARGS = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', 'mov,mp4,m4a,3gp,3g2,mj2,mp3,wav'];
const SOUND_CODEC_ARGS = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000'];

/** Every thread reserves address space, which is limited, and the machine has other work. */
const THREADS = '4';
const LONGEST_SIDE = 1920;
/** The shorter side of the small rendition. */
export const SMALL_LINES = 360;
const MIN_TIMEOUT_MS = 10 * 60_000;
/** H.264 profiles every browser plays: 8 bits, 4:2:0. */
const BROWSER_H264 = /^avc1\.(42|4d|58|64)/i;

/** Whether the video track can be copied unchanged. */
export function isVideoKept({ video_codec: codec, video_codec_string: name }: VideoDetails): boolean {
  return codec === 'avc' && name !== null && BROWSER_H264.test(name);
}

/** Whether the audio track can be copied unchanged. */
export function isAudioKept({ audio_codec: codec }: VideoDetails): boolean {
  return codec === null || codec === 'aac';
}

/** Creates an MP4 of H.264 and AAC; tracks already in those formats are copied, not re-encoded. */
export async function transcode(job: TranscodeJob): Promise<void> {
  const { duration_sec: duration } = job.details;
  await runFfmpeg({
    ffmpeg: job.ffmpeg.path,
    args: transcodeArgs(job),
    timeout_ms: Math.max(MIN_TIMEOUT_MS, duration * 1000 * job.max_speed_ratio),
    on_time: (seconds) => job.on_progress(Math.min(1, seconds / duration)),
  });
}

export type SoundJob = Pick<TranscodeJob, 'ffmpeg' | 'input' | 'output' | 'max_speed_ratio' | 'on_progress'> & {
  duration_sec: number;
};

/** Encodes a sound as AAC in an M4A. */
export async function transcodeSound({
  ffmpeg,
  input,
  output,
  duration_sec: duration,
  max_speed_ratio: ratio,
  on_progress,
}: SoundJob): Promise<void> {
  await runFfmpeg({
    ffmpeg: ffmpeg.path,
    args: [
      '-hide_banner',
      '-v',
      'error',
      '-y',
      '-progress',
      'pipe:1',
      ...HOSTILE_SOUND_ARGS,
      '-threads',
      THREADS,
      '-i',
      `file:${input}`,
      '-map',
      '0:a:0',
      '-vn',
      '-sn',
      '-dn',
      '-map_metadata',
      '-1',
      ...SOUND_CODEC_ARGS,
      '-movflags',
      '+faststart',
      '-f',
      'ipod',
      `file:${output}`,
    ],
    timeout_ms: Math.max(MIN_TIMEOUT_MS, duration * 1000 * ratio),
    on_time: (seconds) => on_progress(Math.min(1, seconds / duration)),
  });
}

const smallSound = ['-c:a', 'aac', '-b:a', '64k', '-ac', '2', '-ar', '44100'];

function transcodeArgs({ input, output, details, is_small = false }: TranscodeJob): string[] {
  return [
    '-hide_banner',
    '-v',
    'error',
    '-y',
    '-progress',
    'pipe:1',
    ...HOSTILE_INPUT_ARGS,
    '-threads',
    THREADS,
    '-i',
    `file:${input}`,
    '-map',
    '0:v:0',
    '-map',
    '0:a:0?',
    '-sn',
    '-dn',
    '-map_metadata',
    '-1',
    ...(is_small ? smallVideoArgs() : isVideoKept(details) ? ['-c:v', 'copy'] : videoArgs()),
    ...(is_small ? smallSound : isAudioKept(details) ? ['-c:a', 'copy'] : SOUND_CODEC_ARGS),
    '-max_muxing_queue_size',
    '4096',
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    `file:${output}`,
  ];
}

/** Writing on a board stays readable, and an hour takes at most about 200 MB. */
function smallVideoArgs(): string[] {
  return [
    '-c:v',
    'libx264',
    '-threads',
    THREADS,
    '-preset',
    'veryfast',
    '-crf',
    '26',
    '-maxrate',
    '450k',
    '-bufsize',
    '1800k',
    '-profile:v',
    'main',
    '-pix_fmt',
    'yuv420p',
    '-vf',
    `scale=w='if(gt(iw,ih),-2,${SMALL_LINES})':h='if(gt(iw,ih),${SMALL_LINES},-2)',setsar=1`,
    '-force_key_frames',
    'expr:gte(t,n_forced*2)',
  ];
}

/** A key frame every two seconds lets segments end on time, and 4:2:0 needs even dimensions. */
function videoArgs(): string[] {
  const fit = `scale=w='min(iw,${LONGEST_SIDE})':h='min(ih,${LONGEST_SIDE})':force_original_aspect_ratio=decrease`;
  return [
    '-c:v',
    'libx264',
    '-threads',
    THREADS,
    '-preset',
    'veryfast',
    '-crf',
    '23',
    '-profile:v',
    'high',
    '-pix_fmt',
    'yuv420p',
    '-vf',
    `${fit},scale=trunc(iw/2)*2:trunc(ih/2)*2,setsar=1`,
    '-force_key_frames',
    'expr:gte(t,n_forced*2)',
  ];
}
