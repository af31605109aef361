import type { Interval } from '@kaike/shared/domain/learning/watched-bitmap';

/** The same intervals in the same order, with consecutive ones that touch joined. */
export function joinIntervals(intervals: readonly Interval[]): Interval[] {
  const joined: [number, number][] = [];
  for (const [from, to] of intervals) {
    const before = joined[joined.length - 1];
    if (before && from >= before[0] && from <= before[1]) before[1] = Math.max(before[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** How many of the intervals, from the first on, join to at most this many. */
export function countThatFit(intervals: readonly Interval[], maximum: number): number {
  let count = intervals.length;
  while (count > maximum && joinIntervals(intervals.slice(0, count)).length > maximum) count -= 1;
  return count;
}
