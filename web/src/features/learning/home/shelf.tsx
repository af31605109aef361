import type { ReactNode } from 'react';
import { CoverLink } from '../../../app/components/cover-link.tsx';
import type { Home } from '@kaike/shared/contracts/learning/home';
import { Cover } from '../../../app/components/cover.tsx';
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
  owner = '',
  children,
}: {
  course: Pick<Home['courses'][number], 'id' | 'title' | 'cover' | 'cover_style'> & { is_over?: boolean };
  /** Whose book it is. */
  owner?: string;
  children: ReactNode;
}) {
  return (
    <li>
      <CoverLink to={`/home/courses/${course.id}`} className={css['course']} data-over={course.is_over ?? false}>
        <Cover {...course} owner={owner} small="phone" />
        <span className={css['courseText']}>
          <strong>{course.title}</strong>
          {children}
        </span>
      </CoverLink>
    </li>
  );
}
