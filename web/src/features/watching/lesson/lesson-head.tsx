import { Link } from 'react-router';
import type { LessonAnswer } from '@kaike/shared/contracts/lessons';
import { Icon } from '../../../ui/icon.tsx';
import css from '../watching.module.css';

type Facts = { lesson: Pick<LessonAnswer['lesson'], 'title' | 'chapter_title'>; course: LessonAnswer['course'] };

/** The lesson's course and title. */
export function LessonHead({ facts: { lesson, course }, isFirst = false }: { facts: Facts; isFirst?: boolean }) {
  return (
    <div className={isFirst ? css['about'] : css['names']}>
      <Link className={css['back']} to={`/home/courses/${course.id}`}>
        <Icon name="left" size={18} />
        {course.title}
      </Link>
      <h1>{lesson.title}</h1>
      <p className={css['quiet']}>{lesson.chapter_title}</p>
    </div>
  );
}
