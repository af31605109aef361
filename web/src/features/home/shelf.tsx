import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Home } from '@kaike/shared/contracts/home';
import { CourseCover } from '../courses/course-cover.tsx';
import css from './home.module.css';

/** A heading and courses below it: rows, or covers side by side. */
export function Shelf({
  id,
  title,
  more,
  look,
  children,
}: {
  id: string;
  title: string;
  more?: ReactNode;
  look: 'rows' | 'shelf';
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <div className={css['head']}>
        <h2 id={id}>{title}</h2>
        {more}
      </div>
      <ul className={css[look]}>{children}</ul>
    </section>
  );
}

/** A course by its cover, title and what is said of it. */
export function CourseItem({
  course,
  children,
}: {
  course: Pick<Home['courses'][number], 'id' | 'title' | 'cover' | 'cover_color'> & { is_over?: boolean };
  children: ReactNode;
}) {
  return (
    <li>
      <Link to={`/home/courses/${course.id}`} className={css['course']} data-over={course.is_over ?? false}>
        <CourseCover {...course} />
        <span className={css['courseText']}>
          <strong>{course.title}</strong>
          {children}
        </span>
      </Link>
    </li>
  );
}
