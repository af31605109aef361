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
import { AdapterError } from '../../core/adapter-error.ts';
import { mergeShortTail } from './merge-short-tail.ts';
import { openMedia } from './probe-video.ts';

export const PLAYLIST = 'index.m3u8';
export const INIT = 'init.mp4';
/** The library's master playlist; we write our own when there are two renditions. */
const UNUSED = 'unused.m3u8';
const SEGMENT_SEC = 6;

/** The target folder, and the name prefix that separates a second rendition. */
type Target = { folder: string; prefix?: string };

/** Splits a file of H.264 and AAC into fragments of about six seconds without encoding; returns how many. */
export async function packageHls(
  path: string,
  { folder, prefix = '' }: Target,
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
  { folder, prefix }: Required<Target>,
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
 * When audio and video end in the same tick, the library (1.61) closes the playlist for the first and then rejects for the
 * second, in a promise nobody handles, which would end the process. Everything is written by then.
 */
function silenceDoubleEnd(output: Output): void {
  const { _muxer: muxer } = output as unknown as { _muxer: Muxer };
  const close = muxer.onTrackClose.bind(muxer);
  muxer.onTrackClose = (track) => close(track).catch(() => undefined);
}

/** A lesson without its sound would look complete but be useless, so a track that cannot be copied is an error. */
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
