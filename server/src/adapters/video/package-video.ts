import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AdapterError } from '../adapter-error.ts';
import type { Ffmpeg } from './find-ffmpeg.ts';
import { packageOnce, shareFile, sizeOf, throttle } from './package-folder.ts';
import { INIT, packageHls, PLAYLIST } from './package-hls.ts';
import type { PackagedVideo, PackageRequest } from './port.ts';
import { codecsOf, probeDetails, type VideoDetails } from './probe-video.ts';
import { isAudioKept, isVideoKept, transcode } from './transcode.ts';

export type PackageTools = { ffmpeg: Ffmpeg | null; max_speed_ratio: number };

/** A file of kinds that browsers play: the upload itself, or what was encoded from it. */
type Ready = { path: string; details: VideoDetails; transcoded: boolean };

type Work = {
  input: string;
  folder: string;
  details: VideoDetails;
  tools: PackageTools;
  report: (fraction: number) => void;
};

const ENCODED = 'encoded.mp4';
/** A tail shorter than this is joined to the segment before it. */
const MAX_UNEVEN_SEC = 1;
/** The share of the work that encoding takes, when there is any. */
const TRANSCODE_SHARE = 0.9;

/** Packages a video into a folder; what needs no encoding is not touched. */
export async function packageVideo(request: PackageRequest, tools: PackageTools): Promise<PackagedVideo> {
  const { input } = request;
  const details = await probeDetails(input);
  return packageOnce(request, (folder) =>
    fill({ input, folder, details, tools, report: throttle(request.on_progress) }),
  );
}

async function fill(work: Work): Promise<PackagedVideo> {
  const { details, tools, input, report } = work;
  if (isVideoKept(details) && isAudioKept(details)) return deliver(work, { path: input, details, transcoded: false });
  if (tools.ffmpeg === null) return keep(work, { path: input, details, transcoded: false });
  const path = join(work.folder, ENCODED);
  const onProgress = (fraction: number): void => report(fraction * TRANSCODE_SHARE);
  await transcode({
    ffmpeg: tools.ffmpeg,
    input,
    output: path,
    details,
    max_speed_ratio: tools.max_speed_ratio,
    on_progress: onProgress,
  });
  const video = await deliver(work, { path, details: await probeDetails(path), transcoded: true });
  await rm(path);
  return video;
}

/** Players stall where a stream goes on with pictures or sound alone; a plain file has no such seam. */
async function deliver(work: Work, ready: Ready): Promise<PackagedVideo> {
  const isEven = ready.details.uneven_sec < MAX_UNEVEN_SEC;
  return isEven || !isPlayable(ready.details) ? stream(work, ready) : keep(work, ready);
}

async function stream({ folder, report }: Work, { path, details, transcoded }: Ready): Promise<PackagedVideo> {
  const from = transcoded ? TRANSCODE_SHARE : 0;
  const segments = await packageHls(path, { folder }, (fraction) => report(from + fraction * (1 - from)));
  const size = await sizeOf(folder, (name) => name.endsWith('.m4s') || name === INIT);
  return describe(details, { mode: 'hls', playlist: PLAYLIST, size, segments, transcoded });
}

/** A file stays as it is, if a browser can play it at all; the bytes are shared, not copied, where the disk can. */
async function keep({ folder, report }: Work, { path, details, transcoded }: Ready): Promise<PackagedVideo> {
  if (!isPlayable(details)) throw new AdapterError('not_supported', { reason: 'no_ffmpeg' });
  const playlist = details.container === 'webm' ? 'video.webm' : 'video.mp4';
  await shareFile(path, join(folder, playlist));
  report(1);
  return describe(details, { mode: 'mp4', playlist, size: details.size, segments: 0, transcoded });
}

/** What current browsers play from a plain file without being asked first; HEVC and the rest depend on the machine. */
function isPlayable(details: VideoDetails): boolean {
  const { container, video_codec: video, audio_codec: audio } = details;
  if (container === 'webm')
    return ['vp8', 'vp9', 'av1'].includes(video ?? '') && [null, 'opus', 'vorbis'].includes(audio);
  const isShown = isVideoKept(details) || video === 'vp9' || video === 'av1';
  return container !== 'mkv' && isShown && [null, 'aac', 'mp3', 'opus', 'flac'].includes(audio);
}

type Made = Pick<PackagedVideo, 'mode' | 'playlist' | 'size' | 'segments' | 'transcoded'>;

function describe(details: VideoDetails, made: Made): PackagedVideo {
  const { width, height, duration_sec } = details;
  const bandwidth = Math.round((made.size * 8) / duration_sec);
  return {
    ...made,
    duration_sec,
    width,
    height,
    renditions: [{ playlist: made.playlist, width, height, bandwidth, codecs: codecsOf(details) }],
  };
}
