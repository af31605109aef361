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

/**
 * How much of a course is shown as done, by the length of its lessons: a finished one counts in full, whatever was watched of it.
 * 100 once all are finished, and only then; without lengths by their number.
 */
export function coursePercent(course: {
  lesson_count: number;
  lessons_done: number;
  /** Seconds of finished lessons, and what was seen of the others. */
  done_sec: number;
  duration_sec: number;
}): number {
  const { lesson_count: count, lessons_done: done, done_sec, duration_sec: duration } = course;
  if (count > 0 && done >= count) return 100;
  const [part, whole] = duration > 0 ? [done_sec, duration] : [done, count];
  return whole > 0 ? Math.min(99, Math.floor((part * 100) / whole)) : 0;
}

/** How much of a lesson is shown as done: 100 only once it is finished, whatever was watched of it. */
export const shownPercent = (lesson: { percent: number; completed_at: unknown }): number =>
  lesson.completed_at === null ? Math.min(lesson.percent, 99) : 100;
