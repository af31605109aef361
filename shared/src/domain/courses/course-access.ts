import { courseStatus, lessonType } from './course-status.ts';

export type AccessState = 'owned' | 'free' | 'ended' | 'none';

/** Summary of a member's entitlements to one course; null when there are none. */
export type GrantState = { readonly is_live: boolean; readonly is_over: boolean } | null;

/** A course taken off the shelf is no longer sold, but its owners keep access. Nobody has access to a draft. */
export function accessState(course: { status: number; is_free: boolean }, granted: GrantState): AccessState {
  if (course.status === courseStatus.draft) return 'none';
  if (granted?.is_live) return 'owned';
  if (course.is_free && course.status === courseStatus.published) return 'free';
  return granted?.is_over ? 'ended' : 'none';
}

/** Seconds still to watch until a lesson counts as finished; none for a talk, which is finished by its goals. */
export function missingSeconds(progress: {
  type?: number;
  duration_sec: number;
  seen_sec: number;
  complete_percent: number;
  is_finished: boolean;
}): number {
  if (progress.is_finished || progress.type === lessonType.ai_scene) return 0;
  return Math.max(0, Math.ceil((progress.duration_sec * progress.complete_percent) / 100) - progress.seen_sec);
}

/** How much of a lesson is shown as done: 100 only once it is finished, whatever was watched of it. */
export const shownPercent = (lesson: { percent: number; completed_at: unknown }): number =>
  lesson.completed_at === null ? Math.min(lesson.percent, 99) : 100;
