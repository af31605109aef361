import type { Quality } from './hls-engine.ts';

const speedKey = 'kaike.speed';
const volumeKey = 'kaike.volume';
const qualityKey = 'kaike.quality';

const steps = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];

/** The speeds a course allows; 1 is always among them. */
export function speedsUpTo(maximum: number): number[] {
  return steps.filter((step) => step <= Math.max(1, maximum));
}

/** The next faster or slower allowed speed. */
export function stepSpeed(rate: number, by: 1 | -1, maximum: number): number {
  const speeds = speedsUpTo(maximum);
  const next =
    by > 0 ? speeds.find((speed) => speed > rate + 0.01) : speeds.filter((speed) => speed < rate - 0.01).pop();
  return next ?? rate;
}

/** The speed last chosen in this browser; 1 by default. */
export function preferredSpeed(): number {
  const speed = Number(localStorage.getItem(speedKey));
  return steps.some((step) => step === speed) ? speed : 1;
}

export function rememberSpeed(rate: number): void {
  localStorage.setItem(speedKey, String(rate));
}

export function preferredVolume(): { volume: number; is_muted: boolean } {
  const [volume, muted] = (localStorage.getItem(volumeKey) ?? '1,0').split(',').map(Number);
  return { volume: volume !== undefined && volume >= 0 && volume <= 1 ? volume : 1, is_muted: muted === 1 };
}

export function rememberVolume(volume: number, isMuted: boolean): void {
  localStorage.setItem(volumeKey, `${volume},${isMuted ? 1 : 0}`);
}

export const qualities = ['auto', 'high', 'low'] as const satisfies readonly Quality[];

/** The quality last chosen in this browser; `auto` by default. */
export function preferredQuality(): Quality {
  const stored = localStorage.getItem(qualityKey);
  return qualities.find((one) => one === stored) ?? 'auto';
}

export function rememberQuality(quality: Quality): void {
  localStorage.setItem(qualityKey, quality);
}
