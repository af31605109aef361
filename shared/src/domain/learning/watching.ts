import {
  cellLength,
  cellSeconds,
  cellsOf,
  copyBitmap,
  isSeen,
  seenSeconds,
  setSeen,
  type Interval,
} from './watched-bitmap.ts';

/** Seconds of a lesson that may be marked ahead of the clock, to allow for network and player jitter. */
export const slackSeconds = 3;
/** Most seconds of allowance carried over to the next beat: the slack, plus one partly played cell. */
export const carriedSeconds = slackSeconds + cellSeconds;
export const heartbeatIntervalSeconds = 15;
export const maxIntervals = 50;

export type Suspicion = 'malformed' | 'too_many' | 'beyond_end' | 'surplus';

export type Heartbeat = {
  readonly seq: number;
  readonly intervals: readonly (readonly number[])[];
  readonly now: Date;
  /** The later of the ticket's issue and this member's last accepted beat on any ticket; always server time. */
  readonly last_beat_at: Date;
  /** Below every possible seq when the ticket had no beat yet. */
  readonly last_seq: number;
  readonly max_speed: number;
  readonly duration: number;
  readonly bitmap: Uint8Array;
  /** From the last credit, stored with the learning record (not the ticket); absent on the lesson's first beat. */
  readonly slack_sec?: number;
};

export type Credit = {
  readonly bitmap: Uint8Array;
  /** Study time: whole seconds played, never more than have passed on the server's clock. */
  readonly credited_sec: number;
  readonly seen_sec: number;
  /** Whole percent of the duration, rounded down. */
  readonly percent: number;
  readonly suspicious: readonly Suspicion[];
  /** The seq was used before: nothing changed and nothing needs to be stored. */
  readonly repeated: boolean;
  readonly slack_sec: number;
};

type Cleaned = { readonly intervals: Interval[]; readonly suspicious: Set<Suspicion> };

function cleanIntervals({ intervals, duration }: Heartbeat): Cleaned {
  const suspicious = new Set<Suspicion>();
  const merged: [number, number][] = [];
  if (intervals.length > maxIntervals) suspicious.add('too_many');
  for (const [from = Number.NaN, to = Number.NaN, more] of intervals.slice(0, maxIntervals)) {
    if (!Number.isFinite(from) || !Number.isFinite(to) || more !== undefined || from < 0 || to < from) {
      suspicious.add('malformed');
      continue;
    }
    // Players report the end up to a second late.
    if (to > duration + 1) suspicious.add('beyond_end');
    const before = merged[merged.length - 1];
    if (before && before[1] === from) before[1] = Math.min(to, duration);
    else if (from < duration) merged.push([from, Math.min(to, duration)]);
  }
  return { intervals: merged, suspicious };
}

/** Marks cells in order while the allowance lasts; returns the remaining allowance. */
function spend(allowance: number, { intervals, suspicious }: Cleaned, bitmap: Uint8Array, duration: number): number {
  let remaining = allowance;
  for (const interval of intervals) {
    const { first, last } = cellsOf(interval, duration);
    for (let cell = first; cell <= last; cell += 1) {
      if (isSeen(bitmap, cell)) continue;
      const cost = cellLength(cell, duration);
      if (cost > remaining) {
        suspicious.add('surplus');
        return remaining;
      }
      setSeen(bitmap, cell);
      remaining -= cost;
    }
  }
  return remaining;
}

/** Seconds that the intervals of a beat claim as they were sent, to the millisecond; what is no interval claims nothing. */
export function claimedSeconds(intervals: Heartbeat['intervals']): number {
  const seconds = intervals.reduce((sum, [from = 0, to = 0]) => sum + Math.max(0, to - from), 0);
  const milliseconds = Math.round(seconds * 1000);
  return Number.isFinite(milliseconds) ? milliseconds / 1000 : 0;
}

/** Whole seconds passed, counted so that no fraction is lost or gained over many beats. */
function wholeSeconds({ last_beat_at: from, now: to }: Heartbeat): number {
  return Math.max(0, Math.floor(to.getTime() / 1000) - Math.floor(from.getTime() / 1000));
}

/** Whole percent seen, rounded down, so that 100 means every cell. */
export function percentSeen(seenSec: number, duration: number): number {
  return duration > 0 ? Math.floor((seenSec * 100) / duration) : 0;
}

/** A lesson is complete when that percentage of it has been seen. */
export function isComplete(seenSec: number, duration: number, completePercent: number): boolean {
  return duration > 0 && seenSec * 100 >= duration * completePercent;
}

function repeat({ bitmap, duration, slack_sec: slack = slackSeconds }: Heartbeat): Credit {
  const seenSec = seenSeconds(bitmap, duration);
  return {
    bitmap,
    credited_sec: 0,
    seen_sec: seenSec,
    percent: percentSeen(seenSec, duration),
    suspicious: [],
    repeated: true,
    slack_sec: slack,
  };
}

/**
 * The credit for a beat. Each newly marked cell costs its length, paid from an allowance: server time since the last
 * accepted beat × max speed, plus what the previous beat left over. The carry-over is 3 s at first and at most 8 s (the
 * slack and one cell); it is used up by marking and refilled only by unused time. So, however many beats are sent, in T
 * seconds of server time at most T × max speed + 3 s of a lesson are marked, and an honest viewer at full speed loses
 * nothing. A minimum gap between beats concerns load, not credit.
 *
 * The player's queue keeps the intervals played since the last acknowledged beat and has one beat in flight. When that
 * fails, it sends the same seq with everything played by then, so time offline arrives as one beat with the allowance of
 * the whole time. `repeated` means that an earlier attempt had arrived: what has been played since that one follows under
 * the next seq. It merges to at most 50 intervals, and an interval that continues the
 * previous one starts at the beginning of that cell, so that no cell is lost between two beats.
 */
export function creditHeartbeat(beat: Heartbeat): Credit {
  if (!(beat.seq > beat.last_seq)) return repeat(beat);
  const { duration, slack_sec: slack = slackSeconds } = beat;
  const elapsed = Math.max(0, (beat.now.getTime() - beat.last_beat_at.getTime()) / 1000);
  const cleaned = cleanIntervals(beat);
  const bitmap = copyBitmap(beat.bitmap, duration);
  const remaining = spend(elapsed * beat.max_speed + slack, cleaned, bitmap, duration);
  const played = cleaned.intervals.reduce((sum, [from, to]) => sum + to - from, 0);
  const seenSec = seenSeconds(bitmap, duration);
  return {
    bitmap,
    credited_sec: Math.min(Math.ceil(played), wholeSeconds(beat)),
    seen_sec: seenSec,
    percent: percentSeen(seenSec, duration),
    suspicious: [...cleaned.suspicious],
    repeated: false,
    slack_sec: Math.min(remaining, carriedSeconds),
  };
}
