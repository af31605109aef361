import { BufferSource, Input, MP3, MP4, OGG, QTFF, WAVE, WEBM, type InputFormat } from 'mediabunny';
import { maxRecordingMs } from '@kaike/shared/contracts/ai/ai-hearing';
import type { RecordedSound, SoundType } from '../../../../adapters/transcription/port.ts';
import { AppError, assert } from '../../../../core/app-error.ts';

const formats: readonly (readonly [InputFormat, SoundType])[] = [
  [WAVE, 'wav'],
  [WEBM, 'webm'],
  [OGG, 'ogg'],
  [MP4, 'mp4'],
  [QTFF, 'mp4'],
  [MP3, 'mp3'],
];
/** What recorders write behind the moment in which they are stopped. */
const slackMs = 1000;
/** No recording of speech has more bits a second: a length that so many bytes cannot have is not believed. */
const maxBits = 512_000;
const maxWavBits = 48_000 * 2 * 32;

const wrongType = (cause?: unknown): AppError => new AppError('ai.recording_type', { field: 'audio', cause });

/**
 * What kind of recording these bytes are and how long it is, by their content alone. The length is the end of the last packet:
 * recorders of browsers write none in the head of the file. Other kinds, pictures and broken files are refused.
 */
export async function measureSound(bytes: Buffer): Promise<RecordedSound> {
  const input = new Input({ source: new BufferSource(Uint8Array.from(bytes)), formats: formats.map(([one]) => one) });
  try {
    const format = await input.getFormat().catch((cause: unknown) => {
      throw wrongType(cause);
    });
    const type = formats.find(([one]) => one === format)?.[1];
    const track = await input.getPrimaryAudioTrack().catch(() => null);
    if (!type || !track || (await input.getPrimaryVideoTrack().catch(() => null))) throw wrongType();
    const seconds = await track.computeDuration().catch((cause: unknown) => {
      throw wrongType(cause);
    });
    const least = (bytes.length * 8 * 1000) / (type === 'wav' ? maxWavBits : maxBits);
    const ms = Math.round(Math.max(seconds * 1000, least));
    assert(ms <= maxRecordingMs + slackMs, 'ai.recording_long', {
      field: 'audio',
      params: { seconds: maxRecordingMs / 1000 },
    });
    return { bytes, type, ms: Math.min(ms, maxRecordingMs) };
  } finally {
    input.dispose();
  }
}
