import { maxRecordingMs } from '@kaike/shared/contracts/ai/ai-hearing';
import { AppError, assert } from '../../../../core/app-error.ts';

/** Samples a second: what the sounds of the model were learned with. */
export const sampleRate = 16_000;
const headBytes = 12;
const chunkHeadBytes = 8;
const slackMs = 1000;
const pcm = { format: 1, channels: 1, bits: 16 } as const;

const wrongType = (): AppError => new AppError('ai.recording_type', { field: 'audio' });

const isPcm = (format: Buffer): boolean =>
  format.length >= 16 &&
  format.readUInt16LE(0) === pcm.format &&
  format.readUInt16LE(2) === pcm.channels &&
  format.readUInt32LE(4) === sampleRate &&
  format.readUInt16LE(14) === pcm.bits;

/** The samples of a WAV as the page makes it; refuses every other kind of file. */
export function parseWav(bytes: Buffer): Int16Array {
  const isWave =
    bytes.length > headBytes && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WAVE';
  if (!isWave) throw wrongType();
  let isKnown = false;
  for (let at = headBytes; at + chunkHeadBytes <= bytes.length;) {
    const [name, size] = [bytes.toString('latin1', at, at + 4), bytes.readUInt32LE(at + 4)];
    const chunk = bytes.subarray(at + chunkHeadBytes, at + chunkHeadBytes + size);
    if (name === 'fmt ') isKnown = isPcm(chunk);
    if (name === 'data' && isKnown) {
      const count = Math.floor(chunk.length / 2);
      assert((count * 1000) / sampleRate <= maxRecordingMs + slackMs, 'ai.recording_long', {
        field: 'audio',
        params: { seconds: maxRecordingMs / 1000 },
      });
      return Int16Array.from({ length: count }, (_, index) => chunk.readInt16LE(index * 2));
    }
    at += chunkHeadBytes + size + (size % 2);
  }
  throw wrongType();
}
