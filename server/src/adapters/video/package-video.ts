import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AdapterError } from '../../core/adapter-error.ts';
import type { Ffmpeg } from './ffmpeg/find-ffmpeg.ts';
import { packageOnce, shareFile, sizeOf, throttle } from './package-folder.ts';
import { INIT, packageHls, PLAYLIST } from './package-hls.ts';
import type { PackagedVideo, PackageRequest } from './port.ts';
import { codecsOf, probeDetails, type VideoDetails } from './probe-video.ts';
import { isAudioKept, isVideoKept, transcode } from './ffmpeg/transcode.ts';

export type PackageTools = { ffmpeg: Ffmpeg | null; max_speed_ratio: number };

/** A file that browsers play: the upload itself, or the encoded one. */
type Ready = { path: string; details: VideoDetails; transcoded: boolean };

type VideoPackaging = {
  input: string;
  folder: string;
  details: VideoDetails;
  tools: PackageTools;
  report: (fraction: number) => void;
};

const ENCODED = 'encoded.mp4';
/** A shorter tail is appended to the segment before it. */
const MAX_UNEVEN_SEC = 1;
/** Encoding's share of the progress. */
const TRANSCODE_SHARE = 0.9;

/** Packages a video into a folder; encodes only what needs it. */
export async function packageVideo(request: PackageRequest, tools: PackageTools): Promise<PackagedVideo> {
  const { input } = request;
  const details = await probeDetails(input);
  return packageOnce(request, (folder) =>
    fill({ input, folder, details, tools, report: throttle(request.on_progress) }),
  );
}

async function fill(work: VideoPackaging): Promise<PackagedVideo> {
  const { details, tools, input, report } = work;
  if (isVideoKept(details) && isAudioKept(details)) return deliver(work, { path: input, details, transcoded: false });
  if (tools.ffmpeg === null) return deliverFile(work, { path: input, details, transcoded: false });
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

/** Players stall where a deliverStream continues with only video or only audio; a plain file has no such problem. */
async function deliver(work: VideoPackaging, ready: Ready): Promise<PackagedVideo> {
  const isEven = ready.details.uneven_sec < MAX_UNEVEN_SEC;
  return isEven || !isPlayable(ready.details) ? deliverStream(work, ready) : deliverFile(work, ready);
}

async function deliverStream(
  { folder, report }: VideoPackaging,
  { path, details, transcoded }: Ready,
): Promise<PackagedVideo> {
  const from = transcoded ? TRANSCODE_SHARE : 0;
  const segments = await packageHls(path, { folder }, (fraction) => report(from + fraction * (1 - from)));
  const size = await sizeOf(folder, (name) => name.endsWith('.m4s') || name === INIT);
  return describe(details, { mode: 'hls', playlist: PLAYLIST, size, segments, transcoded });
}

/** Delivers a plain file, if browsers can play it; hard-linked, not copied, where the disk supports it. */
async function deliverFile(
  { folder, report }: VideoPackaging,
  { path, details, transcoded }: Ready,
): Promise<PackagedVideo> {
  if (!isPlayable(details)) throw new AdapterError('not_supported', { reason: 'no_ffmpeg' });
  const playlist = details.container === 'webm' ? 'video.webm' : 'video.mp4';
  await shareFile(path, join(folder, playlist));
  report(1);
  return describe(details, { mode: 'mp4', playlist, size: details.size, segments: 0, transcoded });
}

/** What all current browsers play from a plain file; HEVC and others depend on the machine. */
function isPlayable(details: VideoDetails): boolean {
  const { container, video_codec: video, audio_codec: audio } = details;
  if (container === 'webm')
    return ['vp8', 'vp9', 'av1'].includes(video ?? '') && [null, 'opus', 'vorbis'].includes(audio);
  const isShown = isVideoKept(details) || video === 'vp9' || video === 'av1';
  return container !== 'mkv' && isShown && [null, 'aac', 'mp3', 'opus', 'flac'].includes(audio);
}

type Output = Pick<PackagedVideo, 'mode' | 'playlist' | 'size' | 'segments' | 'transcoded'>;

function describe(details: VideoDetails, output: Output): PackagedVideo {
  const { width, height, duration_sec } = details;
  const bandwidth = Math.round((output.size * 8) / duration_sec);
  return {
    ...output,
    duration_sec,
    width,
    height,
    renditions: [{ playlist: output.playlist, width, height, bandwidth, codecs: codecsOf(details) }],
  };
}
