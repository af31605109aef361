import { findFfmpeg, type Ffmpeg } from './ffmpeg/find-ffmpeg.ts';
import type { VideoProvider } from './port.ts';

export type LocalVideoConfig = {
  /** Where programs are searched; the PATH of the process by default. */
  search_path?: string;
  /** Maximum encoding time in seconds per second of video. */
  max_speed_ratio?: number;
};

export type LocalVideoDeps = {
  log: { info: (fields: object, message: string) => void };
  /** Finds ffmpeg, called once; tests pass one that finds none. */
  findFfmpeg?: (searchPath?: string) => Promise<Ffmpeg | null>;
};

const DEFAULT_SPEED_RATIO = 10;

/**
 * Packages videos on this machine: without encoding where possible, with ffmpeg where not.
 * The media libraries are loaded with the first video: most processes never handle one.
 */
export function createLocalVideo(config: LocalVideoConfig, deps: LocalVideoDeps): VideoProvider {
  const ratio = config.max_speed_ratio ?? DEFAULT_SPEED_RATIO;
  let search: Promise<Ffmpeg | null> | undefined;
  const ffmpeg = (): Promise<Ffmpeg | null> => (search ??= (deps.findFfmpeg ?? findFfmpeg)(config.search_path));
  return {
    probe: async (input) => {
      const { probeDetails } = await import('./probe-video.ts');
      const { duration_sec, width, height, size, video_codec, audio_codec, faststart } = await probeDetails(input);
      return { duration_sec, width, height, size, video_codec, audio_codec, faststart };
    },
    packageVideo: async (request) => {
      const { packageVideo } = await import('./package-video.ts');
      const video = await packageVideo(request, { ffmpeg: await ffmpeg(), max_speed_ratio: ratio });
      deps.log.info({ mode: video.mode, transcoded: video.transcoded, segments: video.segments }, 'video packaged');
      return video;
    },
    probeSound: async (input) => {
      const { probeSoundDetails } = await import('./sound/probe-sound.ts');
      const { duration_sec, size, codec } = await probeSoundDetails(input);
      return { duration_sec, size, codec };
    },
    packageSound: async (request) => {
      const { packageSound } = await import('./sound/package-sound.ts');
      const sound = await packageSound(request, { ffmpeg: await ffmpeg(), max_speed_ratio: ratio });
      deps.log.info({ file: sound.playlist, transcoded: sound.transcoded }, 'sound packaged');
      return sound;
    },
    cutSound: async (request) => (await import('./sound/cut-sound.ts')).cutSound(request),
    addSmaller: async (request) =>
      (await import('./add-smaller.ts')).addSmaller(request, { ffmpeg: await ffmpeg(), max_speed_ratio: ratio }),
    makeCover: async (request) => (await import('./make-cover.ts')).makeCover(request, await ffmpeg()),
  };
}
