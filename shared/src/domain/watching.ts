import {
  cellLength,
  cellSeconds,
  cellsOf,
  copyBitmap,
  isSeen,
  seenSeconds,
  setSeen,
  type Interval,
} from './seen-map.ts';

/** Seconds of lesson that may be marked ahead of the clock, for jitter of network and player. */
export const slackSeconds = 3;
/** What may be left over for the next beat: the slack, and a cell that was begun. */
export const carriedSeconds = slackSeconds + cellSeconds;
export const beatIntervalSeconds = 15;
export const maxIntervals = 50;

export type Suspicion = 'malformed' | 'too_many' | 'beyond_end' | 'surplus';

export type Beat = {
  readonly seq: number;
  readonly intervals: readonly (readonly number[])[];
  readonly now: Date;
  /** The later of the ticket's issue and the last accepted beat of this member on any ticket; never a time of the client. */
  readonly last_beat_at: Date;
  /** Below every seq of the ticket when it had none. */
  readonly last_seq: number;
  readonly max_speed: number;
  readonly duration: number;
  readonly bitmap: Uint8Array;
  /** Kept with the learning record (not the ticket) from the last answer; absent on the lesson's first beat ever. */
  readonly slack_sec?: number;
};

export type Credit = {
  readonly bitmap: Uint8Array;
  /** Study time: whole seconds played, never more than passed on the server's clock. */
  readonly credited_sec: number;
  readonly seen_sec: number;
  /** Whole percent of the duration, rounded down. */
  readonly percent: number;
  readonly suspicious: readonly Suspicion[];
  /** The seq was used before: nothing changed and nothing is to be stored. */
  readonly repeated: boolean;
  readonly slack_sec: number;
};

type Cleaned = { readonly intervals: Interval[]; readonly suspicious: Set<Suspicion> };

function cleanIntervals({ intervals, duration }: Beat): Cleaned {
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

/** Marks cells in the order given while the allowance reaches; answers what is left of it. */
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

/** Whole seconds passed, counted so that over many beats no fraction is lost or won. */
function wholeSeconds({ last_beat_at: from, now: to }: Beat): number {
  return Math.max(0, Math.floor(to.getTime() / 1000) - Math.floor(from.getTime() / 1000));
}

/** Whole percent seen, rounded down, so that 100 means every cell. */
export function percentSeen(seenSec: number, duration: number): number {
  return duration > 0 ? Math.floor((seenSec * 100) / duration) : 0;
}

/** A lesson is complete when that share of it was seen. */
export function isComplete(seenSec: number, duration: number, completePercent: number): boolean {
  return duration > 0 && seenSec * 100 >= duration * completePercent;
}

function repeat({ bitmap, duration, slack_sec: slack = slackSeconds }: Beat): Credit {
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
 * What a beat earns. Only newly marked cells cost, each its length, out of an allowance: server time since the last
 * accepted beat × max speed, plus what the beat before left over. That is 3 s at first and is kept up to 8 s, the slack
 * and one cell; it empties when used and refills only with time not spent. Hence, whatever is sent in however many
 * beats, in T seconds of server time no more of a lesson is seen than T × max speed + 3 s; and an honest watcher at
 * full speed loses nothing. A minimal gap between beats is a matter of load, not of credit.
 *
 * The player's queue: it keeps the intervals played since the last acknowledged beat, has one beat in flight, and when
 * that fails sends the same seq with all it has by then. So a time offline comes as one beat with the whole time's
 * allowance. `repeated` means that an earlier try had arrived: it sends everything again under the next seq, where
 * cells already marked cost nothing. It merges to at most 50 intervals, and starts an interval that goes on where the
 * last stopped at the start of that cell, so that no cell is lost between two beats.
 */
export function creditBeat(beat: Beat): Credit {
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
