import { defaultTimeZone, toWallTime } from '../../kit/zoned-time.ts';
import { endAfterDays } from './term.ts';

/** One grant of a course that counts. Ids ascend in the order in which they were granted. */
export type CourseTerm = {
  readonly id: number;
  readonly start_at: Date;
  /** Null: permanent. */
  readonly end_at: Date | null;
  /** Its end was set by hand, so its start may move but its end stays. */
  readonly is_dated?: boolean;
};

/** The dates a term has after the change. */
export type MovedTerm = Pick<CourseTerm, 'id' | 'start_at' | 'end_at'>;

export type TermChange = {
  /** All grants of one learner to one course that counted until now, and those that count from now on. */
  readonly before: readonly CourseTerm[];
  readonly after: readonly CourseTerm[];
  readonly now: Date;
  /** Terms that were moved up because of what comes back now: they make way again, even if they have begun. */
  readonly making_way?: ReadonlySet<number>;
  readonly time_zone?: string;
};

const dayMs = 86_400_000;
const timeOf = (end: Date | null): number => end?.getTime() ?? Infinity;
const latestEnd = (terms: readonly CourseTerm[]): number =>
  terms.reduce((latest, { end_at: end }) => Math.max(latest, timeOf(end)), -Infinity);

/** Calendar days from the day of the start to that of the end, as they were granted. */
export function termDays({ start_at: start, end_at: end }: CourseTerm, timeZone: string = defaultTimeZone): number {
  if (end === null) return Infinity;
  const [from, to] = [toWallTime(start, timeZone), toWallTime(end, timeZone)];
  return (Date.UTC(to.year, to.month - 1, to.day) - Date.UTC(from.year, from.month - 1, from.day)) / dayMs;
}

function startOf(term: CourseTerm, change: TermChange, settled: readonly CourseTerm[]): number {
  const { before, now, making_way } = change;
  const start = term.start_at.getTime();
  const frontier = latestEnd(settled);
  const makesWay = making_way?.has(term.id) === true;
  // Begun: its days are being used and never come twice.
  if (start <= now.getTime()) return makesWay && Number.isFinite(frontier) ? Math.max(start, frontier) : start;
  const next = Math.max(now.getTime(), frontier);
  if (term.is_dated) return next < timeOf(term.end_at) ? Math.min(start, next) : start;
  if (!Number.isFinite(next)) return start;
  const wasNext = start === latestEnd(before.filter((one) => one.id < term.id));
  return makesWay || wasNext ? next : Math.min(start, next);
}

/**
 * Dates of the other terms after some were taken back, came back or got another end: what follows begins when what remains
 * before it ends, or now, and keeps its number of days. A term that has begun stays as it is. Only terms whose dates change
 * are returned; a term whose end differs between `before` and `after` was dated by hand and stays.
 */
export function moveTerms(change: TermChange): MovedTerm[] {
  const zone = change.time_zone ?? defaultTimeZone;
  const earlier = new Map(change.before.map((term) => [term.id, term]));
  const settled: CourseTerm[] = [];
  const moved: MovedTerm[] = [];
  for (const term of change.after.toSorted((a, b) => a.id - b.id)) {
    const known = earlier.get(term.id);
    const isDatedNow = known !== undefined && timeOf(known.end_at) !== timeOf(term.end_at);
    const start = isDatedNow ? term.start_at.getTime() : startOf(term, change, settled);
    if (start === term.start_at.getTime()) {
      settled.push(term);
      continue;
    }
    const startAt = new Date(start);
    const days = termDays(term, zone);
    const endAt = term.is_dated || !Number.isFinite(days) ? term.end_at : endAfterDays(startAt, days, zone);
    settled.push({ ...term, start_at: startAt, end_at: endAt });
    moved.push({ id: term.id, start_at: startAt, end_at: endAt });
  }
  return moved;
}
