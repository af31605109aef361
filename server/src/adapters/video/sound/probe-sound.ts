import { open, stat } from 'node:fs/promises';
import { FilePathSource, Input, MP3, MP4, QTFF, WAVE, type InputAudioTrack } from 'mediabunny';
import { AdapterError } from '../../../core/adapter-error.ts';
import { loadLayout } from '../media-boxes.ts';
import type { SoundProbe } from '../port.ts';

/** A probe with the internal details that decide how a sound is packaged. */
export type SoundDetails = SoundProbe & {
  container: 'mp3' | 'm4a' | 'wav';
  /** RFC 6381 name such as `mp4a.40.2`. */
  codec_string: string | null;
};

/** A file that is shorter than announced by more than this share is truncated. */
const MAX_LOST_SHARE = 0.05;
const RIFF_HEAD_BYTES = 12;
/** Written by programs that do not know the length yet and never correct it. */
const UNKNOWN_RIFF_SIZE = 0xff_ff_ff_ff;

/** Opens a sound for reading; the caller disposes it. */
export function openSound(path: string): Input {
  return new Input({ source: new FilePathSource(path), formats: [MP3, MP4, QTFF, WAVE] });
}

/** Probes a sound by its content alone; a file with a video track is refused. */
export async function probeSoundDetails(path: string): Promise<SoundDetails> {
  const { size } = await stat(path).catch((cause: unknown) => {
    throw new AdapterError('rejected', { reason: 'no_such_file', cause });
  });
  const input = openSound(path);
  try {
    const isSound = await input.canRead().catch(() => false);
    if (!isSound) throw refuse('not_a_sound');
    const container = await containerOf(input);
    if (await isCut(path, container, size)) throw refuse('truncated');
    return { ...(await describe(input, container)), container, size };
  } finally {
    input.dispose();
  }
}

async function describe(
  input: Input,
  container: SoundDetails['container'],
): Promise<Omit<SoundDetails, 'container' | 'size'>> {
  try {
    const track = await input.getPrimaryAudioTrack();
    if (track === null || (await input.getPrimaryVideoTrack()) !== null) throw refuse('not_a_sound');
    const duration = await track.computeDuration();
    if (!(duration > 0) || (container === 'mp3' && (await isShort(track, duration)))) throw refuse('truncated');
    return {
      duration_sec: Math.round(duration * 1000) / 1000,
      codec: await track.getCodec(),
      codec_string: await track.getCodecParameterString(),
    };
  } catch (error) {
    // The head was readable and the rest is not: the file is truncated or corrupt.
    throw error instanceof AdapterError ? error : refuse('truncated', error);
  }
}

/** MP3 has no end marker, but many files state their length at the beginning. */
async function isShort(track: InputAudioTrack, duration: number): Promise<boolean> {
  const announced = (await track.getDurationFromMetadata()) ?? duration;
  return duration < announced * (1 - MAX_LOST_SHARE);
}

async function isCut(path: string, container: SoundDetails['container'], size: number): Promise<boolean> {
  if (container === 'm4a') return (await loadLayout(path)).is_truncated;
  if (container === 'mp3') return false;
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(RIFF_HEAD_BYTES), 0, RIFF_HEAD_BYTES, 0);
    const announced = buffer.readUInt32LE(4);
    return announced !== UNKNOWN_RIFF_SIZE && announced + 8 > size;
  } finally {
    await file.close();
  }
}

async function containerOf(input: Input): Promise<SoundDetails['container']> {
  const format = await input.getFormat();
  if (format === MP3) return 'mp3';
  return format === WAVE ? 'wav' : 'm4a';
}

function refuse(reason: 'not_a_sound' | 'truncated', cause?: unknown): AdapterError {
  return new AdapterError('rejected', { reason, cause });
}
