import { dirname } from 'node:path/posix';
import type { PackagedVideo } from '../../../adapters/video/port.ts';

/** The content of `media.renditions` of a ready video. */
export type Renditions = Pick<PackagedVideo, 'mode' | 'segments' | 'transcoded' | 'renditions'> & {
  /** Storage key of the packaged folder. */
  folder: string;
  /** Storage key of the entry point: a playlist for `hls`, the file for `mp4`. */
  playlist: string;
  /** The video at the host that plays it; the keys above are then only names of our addresses. */
  hosted?: { host: string; video: string };
};

/** The folder a video is packaged into: always the same, so that a run after a crash finds earlier results. */
export const folderOf = (storageKey: string): string => storageKey.replace(/\.[^./]+$/, '');

/** The packaged video as stored in its row. */
export function toRenditions(folder: string, video: PackagedVideo): Renditions {
  const { mode, segments, transcoded, renditions } = video;
  return { mode, segments, transcoded, renditions, folder, playlist: `${folder}/${video.playlist}` };
}

/** The key of a file in the same folder. */
export const siblingOf = (key: string, name: string): string => `${dirname(key)}/${name}`;

/** Up to this many lines a video has one rendition, which suits slow networks. */
export const linesOfOne = 480;

/** Whether a stream should get a second, smaller rendition. */
export const wantsSmaller = ({
  mode,
  width,
  height,
  renditions,
}: Pick<PackagedVideo, 'mode' | 'width' | 'height' | 'renditions'>): boolean =>
  mode === 'hls' && renditions.length === 1 && Math.min(width, height) > linesOfOne;
