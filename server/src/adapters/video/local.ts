import { findFfmpeg, type Ffmpeg } from './find-ffmpeg.ts';
import type { VideoProvider } from './port.ts';

export type LocalVideoConfig = {
  /** Where programs are looked for; the PATH of the process unless given. */
  search_path?: string;
  /** Seconds one second of video may take to encode before the work is given up. */
  max_speed_ratio?: number;
};

export type LocalVideoDeps = {
  log: { info: (fields: object, message: string) => void };
  /** Looks for ffmpeg, once; tests hand in one that finds none. */
  findFfmpeg?: (searchPath?: string) => Promise<Ffmpeg | null>;
};

const DEFAULT_SPEED_RATIO = 10;

/**
 * The libraries that read and draw come with the first video: most processes never see one.
 * Packages videos on this machine: by our own code where nothing must be encoded, by ffmpeg where it must.
 */
export function createLocalVideo(config: LocalVideoConfig, deps: LocalVideoDeps): VideoProvider {
  const ratio = config.max_speed_ratio ?? DEFAULT_SPEED_RATIO;
  let found: Promise<Ffmpeg | null> | undefined;
  const ffmpeg = (): Promise<Ffmpeg | null> => (found ??= (deps.findFfmpeg ?? findFfmpeg)(config.search_path));
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
      const { probeSoundDetails } = await import('./probe-sound.ts');
      const { duration_sec, size, codec } = await probeSoundDetails(input);
      return { duration_sec, size, codec };
    },
    packageSound: async (request) => {
      const { packageSound } = await import('./package-sound.ts');
      const sound = await packageSound(request, { ffmpeg: await ffmpeg(), max_speed_ratio: ratio });
      deps.log.info({ file: sound.playlist, transcoded: sound.transcoded }, 'sound packaged');
      return sound;
    },
    cutSound: async (request) => (await import('./cut-sound.ts')).cutSound(request),
    addSmaller: async (request) =>
      (await import('./add-smaller.ts')).addSmaller(request, { ffmpeg: await ffmpeg(), max_speed_ratio: ratio }),
    makeCover: async (request) => (await import('./make-cover.ts')).makeCover(request, await ffmpeg()),
  };
}
