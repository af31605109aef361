import { defaultTimeZone, fromWallTime } from '../../kit/zoned-time.ts';
import type { ProductSnapshot, SnapshotCourse } from '../commerce/product-snapshot.ts';
import { entitlementTerm, isRunning, type Term } from '../commerce/term.ts';

/** When a member's access ends, by course id; a missing course was never held. */
export type HeldAccess = ReadonlyMap<number, Date | 'permanent'>;

/** `none`: the member already has the course at least as long. */
export type GrantEffect = 'new' | 'extend' | 'renew' | 'none';

export type CourseGrant = {
  readonly course: SnapshotCourse;
  readonly start_at: Date;
  /** Null: permanent. */
  readonly end_at: Date | null;
  readonly current_end: Date | 'permanent' | null;
  readonly effect: GrantEffect;
};

export type CardGrant = { readonly courses: readonly CourseGrant[]; readonly ai_seconds: number };
export type GrantRefusal = { readonly refused: 'running' | 'ended'; readonly until: Date | null };

/** Noon of the day, so that a time zone cannot shift it to another day. */
function dayOf(text: string | null): Date | null {
  const [year, month, day] = (text ?? '').split('-').map(Number);
  return year && month && day
    ? fromWallTime({ year, month, day, hour: 12, minute: 0, second: 0 }, defaultTimeZone)
    : null;
}

function effectOf(current: Date | 'permanent' | null, end: Date | null, now: Date): GrantEffect {
  if (current === null) return 'new';
  if (current === 'permanent') return 'none';
  if (end !== null && end.getTime() <= current.getTime()) return 'none';
  return isRunning(current, now) ? 'extend' : 'renew';
}

/**
 * What activating a card now would give this member, course by course. Preview and activation both use it, so the end
 * shown is the end granted. Ends are computed in the school's time zone, wherever the member is.
 */
export function cardGrant(
  snapshot: ProductSnapshot,
  { held, now }: { held: HeldAccess; now: Date },
): CardGrant | GrantRefusal {
  const fixedEnd = dayOf(snapshot.fixed_end_at);
  const terms = new Map<number | string, Term>();
  const courses: CourseGrant[] = [];
  for (const course of snapshot.courses) {
    const current = held.get(course.id) ?? null;
    // Most courses share their end, and computing a term is expensive.
    const key = current instanceof Date ? current.getTime() : String(current);
    const term = terms.get(key) ?? entitlementTerm({ ...snapshot, fixed_end_at: fixedEnd, now, current_end: current });
    terms.set(key, term);
    if ('refused' in term)
      return {
        refused: term.refused,
        until: term.refused === 'ended' ? fixedEnd : current instanceof Date ? current : null,
      };
    courses.push({ course, ...term, current_end: current, effect: effectOf(current, term.end_at, now) });
  }
  return { courses, ai_seconds: snapshot.ai_seconds };
}

/** The latest end; null when one is permanent or there is none. */
export function latestEnd(courses: readonly { readonly end_at: Date | null }[]): Date | null {
  const times = courses.map(({ end_at: end }) => (end ? end.getTime() : Infinity));
  const last = Math.max(...times);
  return Number.isFinite(last) ? new Date(last) : null;
}
