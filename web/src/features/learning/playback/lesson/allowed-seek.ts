import type { Interval } from '@kaike/shared/domain/learning/watched-bitmap';

/** Players stop slightly before or after the requested position. */
const tolerance = 1;

function merge(intervals: readonly Interval[]): [number, number][] {
  const merged: [number, number][] = [];
  for (const [from, to] of [...intervals].sort((a, b) => a[0] - b[0])) {
    const before = merged[merged.length - 1];
    if (before && from <= before[1] + tolerance) before[1] = Math.max(before[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** The target of a jump when unseen parts cannot be skipped: inside a seen or played interval, or the end of the interval before it. */
export function allowedSeek(target: number, stretches: readonly Interval[]): number {
  const below = merge([[0, 0], ...stretches]).filter(([from]) => from <= target + tolerance);
  const last = below[below.length - 1];
  return last && target > last[1] ? last[1] : target;
}
