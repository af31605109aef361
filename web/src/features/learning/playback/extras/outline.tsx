import type { CourseLesson } from '@kaike/shared/contracts/catalog/courses';
import { useT } from '../../../../app/wording.ts';
import { Skeleton } from '../../../../ui/parts.tsx';
import { LessonList, useMyCourse } from '../../../catalog/courses/public.ts';

export type OutlineProgress = Pick<CourseLesson, 'percent' | 'missing_sec' | 'completed_at'>;

/** The lessons of the course with the member's progress in each; the current one updates during playback. */
export function Outline({
  courseId,
  lessonId,
  progress,
}: {
  courseId: number;
  lessonId: number;
  progress: OutlineProgress | null;
}) {
  const t = useT();
  const { data } = useMyCourse(courseId);
  if (!data) return <Skeleton height={220} />;
  const current = ({ percent, missing_sec, completed_at }: OutlineProgress): OutlineProgress => ({
    percent,
    missing_sec,
    completed_at,
  });
  const chapters =
    progress === null
      ? data.chapters
      : data.chapters.map((chapter) => ({
          ...chapter,
          lessons: chapter.lessons.map((lesson) =>
            lesson.id === lessonId ? { ...lesson, ...current(progress) } : lesson,
          ),
        }));
  return (
    <>
      <h2 className="visually-hidden">{t('courses.outline')}</h2>
      <LessonList chapters={chapters} next={{ lesson_id: lessonId, type: 0, title: '', position: 0 }} />
    </>
  );
}
