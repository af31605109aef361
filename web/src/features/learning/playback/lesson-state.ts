import type { CourseOffer } from '@kaike/shared/contracts/catalog/courses';
import type { ClosedLesson } from '@kaike/shared/contracts/learning/lessons';
import type { PlayAuth } from '@kaike/shared/contracts/learning/watching';

/**
 * `elsewhere`: another device is watching; confirmed before anything plays here. `taken_over`: another one has just started.
 * `preview_over`: the free part has ended. `finished`: the lesson has ended.
 */
export type LessonPhase = 'loading' | 'elsewhere' | 'ready' | 'taken_over' | 'preview_over' | 'finished' | 'failed';

export type LessonFailure = {
  code: string;
  message: string;
  /** The products on sale that open the lesson. */
  offer?: CourseOffer;
  /** The lesson that was refused. */
  closed_lesson?: ClosedLesson | undefined;
};

export type WatchedProgress = Pick<PlayAuth, 'seen' | 'seen_sec' | 'percent' | 'completed_at' | 'missing_sec'>;

export type LessonState = WatchedProgress & {
  phase: LessonPhase;
  auth: PlayAuth | null;
  failure: LessonFailure | null;
  /** Beats are waiting for the connection. */
  is_offline: boolean;
  /** Part of the last beat was not counted. */
  is_cut: boolean;
  /** Where playback resumed, while starting over is still offered. */
  resumed_at: number | null;
  /** The lesson was finished in this visit. */
  is_just_finished: boolean;
  /** Incremented when a jump is refused. */
  refused_seeks: number;
};

export const emptyLesson: LessonState = {
  phase: 'loading',
  auth: null,
  failure: null,
  is_offline: false,
  is_cut: false,
  resumed_at: null,
  is_just_finished: false,
  refused_seeks: 0,
  seen: [],
  seen_sec: 0,
  percent: 0,
  completed_at: null,
  missing_sec: 0,
};

/** Picks the member's progress out of an object that contains it. */
export function progressOf({ seen, seen_sec, percent, completed_at, missing_sec }: WatchedProgress): WatchedProgress {
  return { seen, seen_sec, percent, completed_at, missing_sec };
}
