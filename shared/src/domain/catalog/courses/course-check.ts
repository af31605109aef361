import { switchStatus } from './course-status.ts';

/** The part of a lesson that publishing a course checks. */
export type CheckedLesson = {
  id: number;
  title: string;
  status: number;
  /** It has content to learn from. */ has_content: boolean;
  /** It can be played, or will be once processed. */ is_played: boolean;
  /** It is a talk with an AI teacher. */ is_scene: boolean;
  is_processing: boolean;
  /** Its AI scene is no longer published. */ is_withdrawn: boolean;
  /** False for an AI scene while no AI teacher is switched on. */ has_teacher: boolean;
};
export type CheckedCourse = { cover: string | null; subject_id: number | null; lessons: readonly CheckedLesson[] };
export type CourseFault = {
  key:
    | 'nothing_to_play'
    | 'lesson_empty'
    | 'lesson_processing'
    | 'scene_withdrawn'
    | 'no_ai_teacher'
    | 'no_cover'
    | 'no_subject';
  /** Blocks publishing; otherwise it is only a warning. */ is_must: boolean;
  lesson?: string;
  lesson_id?: number;
};

function checkLesson({ id, title, has_content, is_processing, ...scene }: CheckedLesson): CourseFault[] {
  if (scene.is_withdrawn) return [{ key: 'scene_withdrawn', is_must: true, lesson: title, lesson_id: id }];
  // The lesson is left out of the course until a teacher is back.
  if (has_content)
    return scene.has_teacher ? [] : [{ key: 'no_ai_teacher', is_must: false, lesson: title, lesson_id: id }];
  return [
    is_processing
      ? { key: 'lesson_processing', is_must: false, lesson: title, lesson_id: id }
      : { key: 'lesson_empty', is_must: true, lesson: title, lesson_id: id },
  ];
}

/** A talk that nobody can hold is left out of the course: it would be empty. */
const canTalk = ({ is_scene, is_withdrawn, has_teacher }: CheckedLesson): boolean =>
  is_scene && has_teacher && !is_withdrawn;

/** Reasons against publishing a course: every visible lesson must have content, and the course should be easy to find. */
export function checkCourse({ cover, subject_id: subject, lessons }: CheckedCourse): CourseFault[] {
  const visible = lessons.filter(({ status }) => status === switchStatus.on);
  const plays = visible.some((lesson) => lesson.has_content && (lesson.is_played || canTalk(lesson)));
  return [
    ...(plays ? [] : [{ key: 'nothing_to_play', is_must: true } as const]),
    ...visible.flatMap(checkLesson),
    ...(cover ? [] : [{ key: 'no_cover', is_must: false } as const]),
    ...(subject === null ? [{ key: 'no_subject', is_must: false } as const] : []),
  ];
}
