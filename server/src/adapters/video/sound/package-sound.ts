import { join } from 'node:path';
import { AdapterError } from '../../../core/adapter-error.ts';
import { packageOnce, shareFile, throttle } from '../package-folder.ts';
import type { PackageTools } from '../package-video.ts';
import type { PackagedVideo, PackageRequest } from '../port.ts';
import { probeSoundDetails, type SoundDetails } from './probe-sound.ts';
import { transcodeSound } from '../ffmpeg/transcode.ts';

type SoundPackaging = {
  input: string;
  folder: string;
  details: SoundDetails;
  tools: PackageTools;
  report: (fraction: number) => void;
};

const NAME = 'sound';

/** Whether every browser plays the file unchanged, at a size suitable for mobile networks. */
const isKept = ({ container, codec }: SoundDetails): boolean =>
  (container === 'mp3' && codec === 'mp3') || (container === 'm4a' && codec === 'aac');

/** Whether browsers play the file at all, if large, where it cannot be encoded. */
const isPlayable = (details: SoundDetails): boolean =>
  isKept(details) || (details.container === 'wav' && /^pcm-(?:u8|s16|s24|s32|f32)$/.test(details.codec ?? ''));

/** Packages a sound as one file, fetched by ranges: the upload itself, or AAC where that is too large or not playable. */
export async function packageSound(request: PackageRequest, tools: PackageTools): Promise<PackagedVideo> {
  const { input } = request;
  const details = await probeSoundDetails(input);
  return packageOnce(request, (folder) =>
    fill({ input, folder, details, tools, report: throttle(request.on_progress) }),
  );
}

async function fill({ input, folder, details, tools, report }: SoundPackaging): Promise<PackagedVideo> {
  const { ffmpeg, max_speed_ratio: ratio } = tools;
  if (isKept(details) || ffmpeg === null) {
    if (!isPlayable(details)) throw new AdapterError('not_supported', { reason: 'no_ffmpeg' });
    const playlist = `${NAME}.${details.container}`;
    await shareFile(input, join(folder, playlist));
    report(1);
    return describe(details, { playlist, transcoded: false });
  }
  const playlist = `${NAME}.m4a`;
  const output = join(folder, playlist);
  await transcodeSound({
    ffmpeg,
    input,
    output,
    duration_sec: details.duration_sec,
    max_speed_ratio: ratio,
    on_progress: report,
  });
  return describe(await probeSoundDetails(output), { playlist, transcoded: true });
}

function describe(
  { duration_sec, size, codec_string: codecs }: SoundDetails,
  { playlist, transcoded }: Pick<PackagedVideo, 'playlist' | 'transcoded'>,
): PackagedVideo {
  const rendition = {
    playlist,
    width: 0,
    height: 0,
    bandwidth: Math.round((size * 8) / duration_sec),
    codecs: codecs ?? '',
  };
  return {
    mode: 'mp4',
    playlist,
    duration_sec,
    width: 0,
    height: 0,
    size,
    segments: 0,
    transcoded,
    renditions: [rendition],
  };
}
