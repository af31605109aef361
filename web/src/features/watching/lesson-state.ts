import type { CourseOffer } from '@kaike/shared/contracts/courses';
import type { PlayAuth } from '@kaike/shared/contracts/watching';

/**
 * `elsewhere`: another device is watching, asked before anything plays here. `taken_over`: another one has just begun.
 * `preview_over`: the free part is at its end. `finished`: the lesson is.
 */
export type LessonPhase = 'loading' | 'elsewhere' | 'ready' | 'taken_over' | 'preview_over' | 'finished' | 'failed';

export type LessonFailure = {
  code: string;
  message: string;
  /** What is on sale that opens the lesson. */
  offer?: CourseOffer;
};

export type LessonProgress = Pick<PlayAuth, 'seen' | 'seen_sec' | 'percent' | 'completed_at' | 'missing_sec'>;

export type LessonState = LessonProgress & {
  phase: LessonPhase;
  auth: PlayAuth | null;
  failure: LessonFailure | null;
  /** Beats wait for the connection. */
  is_offline: boolean;
  /** The last beat held something that was not counted. */
  is_cut: boolean;
  /** Where it went on, while starting over is still offered. */
  resumed_at: number | null;
  /** This visit finished the lesson. */
  is_just_finished: boolean;
  /** Grows when a jump was refused. */
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

/** The member's progress out of whatever carries it. */
export function progressOf({ seen, seen_sec, percent, completed_at, missing_sec }: LessonProgress): LessonProgress {
  return { seen, seen_sec, percent, completed_at, missing_sec };
}
