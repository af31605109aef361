import { lessonType, switchStatus } from './course-status.ts';

/** What of a course its publishing looks at. */
export type CheckedLesson = {
  title: string;
  type: number;
  status: number;
  /** There is something to learn. */ has_content: boolean;
  /** It plays, or will once it is processed. */ is_played: boolean;
  is_processing: boolean;
};
export type CheckedCourse = { cover: string | null; subject_id: number | null; lessons: readonly CheckedLesson[] };
export type CourseFault = {
  key: 'nothing_to_play' | 'lesson_empty' | 'lesson_processing' | 'no_cover' | 'no_subject';
  /** Published it must not be, rather than better not. */ is_must: boolean;
  lesson?: string;
};

function checkLesson({ title, has_content: hasContent, is_processing: isProcessing }: CheckedLesson): CourseFault[] {
  if (hasContent) return [];
  return [
    isProcessing
      ? { key: 'lesson_processing', is_must: false, lesson: title }
      : { key: 'lesson_empty', is_must: true, lesson: title },
  ];
}

/** What stands against publishing a course: members must find something in every lesson they are shown, and should find the course. */
export function checkCourse({ cover, subject_id: subject, lessons }: CheckedCourse): CourseFault[] {
  const visible = lessons.filter(({ type, status }) => type !== lessonType.ai_scene && status === switchStatus.on);
  const plays = visible.some(({ is_played: isPlayed, has_content: hasContent }) => isPlayed && hasContent);
  return [
    ...(plays ? [] : [{ key: 'nothing_to_play', is_must: true } as const]),
    ...visible.flatMap(checkLesson),
    ...(cover ? [] : [{ key: 'no_cover', is_must: false } as const]),
    ...(subject === null ? [{ key: 'no_subject', is_must: false } as const] : []),
  ];
}
