import { stat } from 'node:fs/promises';
import {
  FilePathSource,
  Input,
  MATROSKA,
  MP4,
  QTFF,
  WEBM,
  type InputAudioTrack,
  type InputVideoTrack,
} from 'mediabunny';
import { AdapterError } from '../../core/adapter-error.ts';
import { loadLayout, type MediaLayout } from './media-boxes.ts';
import type { VideoProbe } from './port.ts';

/** A probe with the internal details that decide how a video is packaged. */
export type VideoDetails = VideoProbe & {
  container: 'mp4' | 'mov' | 'mkv' | 'webm';
  /** RFC 6381 names such as `avc1.64001f`. */
  video_codec_string: string | null;
  audio_codec_string: string | null;
  /** Difference between the lengths of video and audio. */
  uneven_sec: number;
};

type Tracks = { video: InputVideoTrack; audio: InputAudioTrack | null; duration_sec: number; uneven_sec: number };

/** Formatted for a playlist. */
export const codecsOf = (details: VideoDetails): string =>
  [details.video_codec_string, details.audio_codec_string].filter((name) => name !== null).join(',');

/** Opens a media file for reading; the caller disposes it. */
export function openMedia(path: string): Input {
  return new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, MATROSKA, WEBM] });
}

/** Probes a file by its content alone, regardless of its name and declared type. */
export async function probeDetails(path: string): Promise<VideoDetails> {
  const { size } = await stat(path).catch((cause: unknown) => {
    throw new AdapterError('rejected', { reason: 'no_such_file', cause });
  });
  const layout = await loadLayout(path);
  const input = openMedia(path);
  try {
    return await describe(input, layout, size);
  } finally {
    input.dispose();
  }
}

async function describe(input: Input, layout: MediaLayout, size: number): Promise<VideoDetails> {
  const isMedia = await input.canRead().catch(() => false);
  if (!isMedia) throw refuse('not_a_video');
  if (layout.is_truncated) throw refuse('truncated');
  const { video, audio, duration_sec, uneven_sec } = await readTracks(input);
  return {
    duration_sec,
    uneven_sec,
    size,
    faststart: layout.faststart,
    container: await containerOf(input),
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    video_codec: await video.getCodec(),
    video_codec_string: await video.getCodecParameterString(),
    audio_codec: (await audio?.getCodec()) ?? null,
    audio_codec_string: (await audio?.getCodecParameterString()) ?? null,
  };
}

async function readTracks(input: Input): Promise<Tracks> {
  try {
    const video = await input.getPrimaryVideoTrack();
    if (video === null) throw refuse('no_video_track');
    const audio = await input.getPrimaryAudioTrack();
    const pictureSec = await video.computeDuration();
    const soundSec = (await audio?.computeDuration()) ?? pictureSec;
    const duration = Math.max(pictureSec, soundSec);
    if (!(duration > 0)) throw refuse('truncated');
    return {
      video,
      audio,
      duration_sec: Math.round(duration * 1000) / 1000,
      uneven_sec: Math.abs(pictureSec - soundSec),
    };
  } catch (error) {
    // The head was readable and the rest is not: the file is truncated or corrupt.
    throw error instanceof AdapterError ? error : refuse('truncated', error);
  }
}

async function containerOf(input: Input): Promise<VideoDetails['container']> {
  const format = await input.getFormat();
  if (format === MP4) return 'mp4';
  if (format === QTFF) return 'mov';
  return format === WEBM ? 'webm' : 'mkv';
}

function refuse(reason: 'not_a_video' | 'truncated' | 'no_video_track', cause?: unknown): AdapterError {
  return new AdapterError('rejected', { reason, cause });
}
