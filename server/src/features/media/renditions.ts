import { dirname } from 'node:path/posix';
import type { PackagedVideo } from '../../adapters/video/port.ts';

/** What `media.renditions` holds of a ready video. */
export type Renditions = Pick<PackagedVideo, 'mode' | 'segments' | 'transcoded' | 'renditions'> & {
  /** Storage key of the packaged folder. */
  folder: string;
  /** Storage key of what a player opens: a playlist for `hls`, the file for `mp4`. */
  playlist: string;
};

/** The folder a video is packaged into: always the same one, so that a run after a crash finds what was made. */
export const folderOf = (storageKey: string): string => storageKey.replace(/\.[^./]+$/, '');

/** The packaged video as it is stored with its row. */
export function toRenditions(folder: string, video: PackagedVideo): Renditions {
  const { mode, segments, transcoded, renditions } = video;
  return { mode, segments, transcoded, renditions, folder, playlist: `${folder}/${video.playlist}` };
}

/** The folder of a key, with the slash that a file name follows. */
export const siblingOf = (key: string, name: string): string => `${dirname(key)}/${name}`;

/** Lines up to which a video has one rendition; a slow network carries them. */
export const linesOfOne = 480;

/** Whether a second, smaller rendition is to be made of a stream. */
export const wantsSmaller = ({
  mode,
  width,
  height,
  renditions,
}: Pick<PackagedVideo, 'mode' | 'width' | 'height' | 'renditions'>): boolean =>
  mode === 'hls' && renditions.length === 1 && Math.min(width, height) > linesOfOne;
