import { courseStatus } from './course-status.ts';

export type AccessState = 'owned' | 'free' | 'ended' | 'none';

/** What the rows of a member's entitlements to one course come to; null when there are none. */
export type Granted = { readonly is_live: boolean; readonly is_over: boolean } | null;

/** A course taken off the shelf is no longer sold; who owns it goes on. A draft is nobody's yet. */
export function accessState(course: { status: number; is_free: boolean }, granted: Granted): AccessState {
  if (course.status === courseStatus.draft) return 'none';
  if (granted?.is_live) return 'owned';
  if (course.is_free && course.status === courseStatus.published) return 'free';
  return granted?.is_over ? 'ended' : 'none';
}

/** Seconds still to be seen until a lesson counts as finished. */
export function missingSeconds(progress: {
  duration_sec: number;
  seen_sec: number;
  complete_percent: number;
  is_finished: boolean;
}): number {
  if (progress.is_finished) return 0;
  return Math.max(0, Math.ceil((progress.duration_sec * progress.complete_percent) / 100) - progress.seen_sec);
}
