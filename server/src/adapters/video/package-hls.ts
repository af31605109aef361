import { join } from 'node:path';
import {
  CmafOutputFormat,
  Conversion,
  FilePathTarget,
  HlsOutputFormat,
  NullTarget,
  Output,
  PathedTarget,
  type Input,
} from 'mediabunny';
import { AdapterError } from '../adapter-error.ts';
import { mergeShortTail } from './merge-short-tail.ts';
import { openMedia } from './probe-video.ts';

export const PLAYLIST = 'index.m3u8';
export const INIT = 'init.mp4';
/** The library names every rendition in it; ours is written when there are two. */
const UNUSED = 'unused.m3u8';
const SEGMENT_SEC = 6;

/** Where the files go, and what their names begin with beside another rendition's. */
type Place = { folder: string; prefix?: string };

/** Cuts a file of H.264 and AAC into fragments of about six seconds without touching a picture; gives back how many. */
export async function packageHls(
  path: string,
  { folder, prefix = '' }: Place,
  onProgress: (fraction: number) => void,
): Promise<number> {
  const input = openMedia(path);
  try {
    await convert(input, { folder, prefix }, onProgress);
    return await mergeShortTail(folder, `${prefix}${PLAYLIST}`);
  } finally {
    input.dispose();
  }
}

async function convert(
  input: Input,
  { folder, prefix }: Required<Place>,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const output = new Output({
    format: new HlsOutputFormat({
      segmentFormat: new CmafOutputFormat(),
      targetDuration: SEGMENT_SEC,
      getPlaylistPath: () => `${prefix}${PLAYLIST}`,
      getInitPath: () => `${prefix}${INIT}`,
      getSegmentPath: ({ n }) => `${prefix}segment-${n}.m4s`,
    }),
    target: new PathedTarget(UNUSED, ({ path }) =>
      path === UNUSED ? new NullTarget() : new FilePathTarget(join(folder, path)),
    ),
  });
  silenceDoubleEnd(output);
  const conversion = await Conversion.init({
    input,
    output,
    tracks: 'primary',
    tags: {},
    showWarnings: false,
    copy: { mode: 'forced', shiftTolerance: Number.POSITIVE_INFINITY },
  });
  assertWhole(conversion);
  conversion.onProgress = onProgress;
  await conversion.execute();
}

type Muxer = { onTrackClose: (track: unknown) => Promise<void> };

/**
 * When sound and pictures end in the same turn, the library (1.61) ends the playlist with the first and then refuses to
 * do so again, in a promise that nobody holds: an end of the whole process. Everything is written by then.
 */
function silenceDoubleEnd(output: Output): void {
  const { _muxer: muxer } = output as unknown as { _muxer: Muxer };
  const close = muxer.onTrackClose.bind(muxer);
  muxer.onTrackClose = (track) => close(track).catch(() => undefined);
}

/** A lesson without its sound would look finished and be useless, so a track that cannot be copied is a refusal. */
function assertWhole({ isValid, discardedTracks }: Conversion): void {
  if (
    isValid &&
    discardedTracks.every((discarded) => discarded.track.type !== 'video' && discarded.track.type !== 'audio')
  )
    return;
  throw new AdapterError('rejected', {
    reason: 'unreadable_video',
    cause: discardedTracks.map((discarded) => discarded.reason).join(),
  });
}
