import type { UnheardReason } from '@kaike/shared/contracts/ai/ai-reading';
import { sampleRate } from './parse-wav.ts';

const frame = sampleRate / 50;
/** Speech is at least this much louder than the room. */
const minDecibels = 10;
/** Samples at the end of the scale: more than a knock on the table. */
const maxClipped = 0.005;
const endOfScale = 32_600;
/** Nobody speaks as quietly as that. */
const minLevel = 100;
const minMs = 600;

const share = (sorted: readonly number[], part: number): number => sorted[Math.floor(sorted.length * part)] ?? 0;

/** Why nothing can be said about a recording, by its loudness alone; null when it can be compared. */
export function judgeSound(samples: Int16Array): UnheardReason | null {
  if ((samples.length * 1000) / sampleRate < minMs) return 'quiet';
  const clipped = samples.reduce((count, sample) => count + (Math.abs(sample) >= endOfScale ? 1 : 0), 0);
  if (clipped / samples.length > maxClipped) return 'clipped';
  const levels = Array.from({ length: Math.floor(samples.length / frame) }, (_, at) => {
    const part = samples.subarray(at * frame, (at + 1) * frame);
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / frame);
  }).toSorted((a, b) => a - b);
  const [room, voice] = [share(levels, 0.1), share(levels, 0.9)];
  if (voice < minLevel) return 'quiet';
  return 20 * Math.log10(voice / Math.max(room, 1)) < minDecibels ? 'noise' : null;
}
