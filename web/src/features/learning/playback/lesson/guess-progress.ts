import { missingSeconds } from '@kaike/shared/domain/catalog/courses/course-access';
import { markIntervals, seenSeconds, watchedRanges, type Interval } from '@kaike/shared/domain/learning/watched-bitmap';
import { percentSeen } from '@kaike/shared/domain/learning/watching';
import type { WatchedProgress } from '../lesson-state.ts';

type ProgressInputs = {
  confirmed: WatchedProgress;
  played: readonly Interval[];
  duration_sec: number;
  complete_percent: number;
};

/**
 * Estimates the member's progress once the server has received what was played since its last response. Only the server
 * finishes a lesson, and its value replaces the estimate.
 */
export function guessProgress({
  confirmed,
  played,
  duration_sec: duration,
  complete_percent,
}: ProgressInputs): WatchedProgress {
  if (played.length === 0 || duration <= 0) return confirmed;
  const confirmedIntervals = confirmed.seen.map(([from = 0, to = 0]): Interval => [from, to]);
  const bitmap = markIntervals(new Uint8Array(), [...confirmedIntervals, ...played], duration);
  const seenSec = seenSeconds(bitmap, duration);
  if (seenSec <= confirmed.seen_sec) return confirmed;
  return {
    seen: watchedRanges(bitmap, duration).map((stretch) => [...stretch]),
    seen_sec: seenSec,
    percent: percentSeen(seenSec, duration),
    completed_at: confirmed.completed_at,
    missing_sec: missingSeconds({
      duration_sec: duration,
      seen_sec: seenSec,
      complete_percent,
      is_finished: confirmed.completed_at !== null,
    }),
  };
}
