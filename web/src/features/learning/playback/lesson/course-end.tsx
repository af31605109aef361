import { useState } from 'react';
import { Link } from 'react-router';
import type { CourseLesson } from '@kaike/shared/contracts/catalog/courses';
import { useT } from '../../../../app/wording.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Tick } from '../../../../ui/paper/square.tsx';
import { useMyCourse } from '../../../catalog/courses/public.ts';
import css from './course-end.module.css';

type Detail = {
  course: { id: number; title: string };
  chapters: readonly { lessons: readonly Pick<CourseLesson, 'state' | 'completed_at'>[] }[];
};

const isFinished = ({ chapters }: Detail): boolean => {
  const lessons = chapters.flatMap((chapter) => chapter.lessons).filter(({ state }) => state !== 'soon');
  return lessons.length > 0 && lessons.every((lesson) => lesson.completed_at !== null);
};

/** Says so when the last lesson of a course is finished while its page is open; it waits below, so that nothing is interrupted. */
export function CourseEndNote({ detail }: { detail: Detail }) {
  const t = useT();
  const isDone = isFinished(detail);
  const [wasOpen, setWasOpen] = useState(!isDone);
  if (!isDone && !wasOpen) setWasOpen(true);
  if (!isDone || !wasOpen) return <div role="status" />;
  return (
    <div role="status" className={css['end']}>
      <Tick size={28} />
      <strong>{t('watching.course_finished', { title: detail.course.title })}</strong>
      <Link className={buttonClass('primary')} to={`/home/courses/${detail.course.id}/finished`}>
        {t('watching.see_finish')}
      </Link>
    </div>
  );
}

/** The note for a course, once its lessons are known. */
export function CourseEnd({ courseId: id }: { courseId: number }) {
  const { data } = useMyCourse(id);
  return data ? <CourseEndNote detail={data} /> : null;
}
