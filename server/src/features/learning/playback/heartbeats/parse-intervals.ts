import type * as watching from '@kaike/shared/contracts/learning/watching';
import type { BodyOf } from '@kaike/shared/kit/contract';

export type HeartbeatBody = BodyOf<typeof watching.recordHeartbeat>;
export type RawIntervals = readonly (readonly number[])[];

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A pair of numbers; anything else becomes an empty pair, which the credit rule treats as malformed. */
const toPair = (item: unknown): number[] =>
  Array.isArray(item) && item.every((part) => typeof part === 'number') ? item : [];

/** Parses the intervals of a beat: pairs of numbers, or JSON text from a form. */
export function parseIntervals(raw: HeartbeatBody['intervals']): RawIntervals {
  const value = typeof raw === 'string' ? parseText(raw) : (raw ?? []);
  return Array.isArray(value) ? value.map(toPair) : [[]];
}

/** Clips the intervals to the free part of a lesson; `is_cut` records that more was claimed. */
export function cutIntervals(
  intervals: RawIntervals,
  limit: number | null,
): { intervals: RawIntervals; is_cut: boolean } {
  if (limit === null) return { intervals, is_cut: false };
  const clipped = intervals
    .filter(([from]) => from === undefined || !(from >= limit))
    .map((pair) => (Number(pair[1]) > limit ? [pair[0] ?? Number.NaN, limit] : pair));
  return { intervals: clipped, is_cut: intervals.some(([, to]) => Number(to) > limit + 1) };
}
