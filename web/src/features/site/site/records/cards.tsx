import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CoverLink } from '../../../../app/components/cover-link.tsx';
import siteWords from 'virtual:locale/site';
import type { SiteCourse, SiteTeacher } from '@kaike/shared/contracts/site/site';
import { formatPrice } from '@kaike/shared/kit/format-price';
import { Cover } from '../../../../app/components/cover.tsx';
import { Portrait } from '../../../../app/components/portrait.tsx';
import { Skeleton, Tag } from '../../../../ui/parts.tsx';
import css from '../site.module.css';

const skeletons = [1, 2, 3, 4];

/** A course's cover with what the list does not say larger. */
export const CourseCover = ({
  course,
  eager = false,
  small = false,
  isOwn = false,
}: {
  course: SiteCourse;
  eager?: boolean;
  /** On the page of the course itself. */
  isOwn?: boolean;
  small?: 'phone' | false;
}) => (
  <Cover
    {...course}
    subject={course.subject_name}
    teacher={course.teacher_names[0] ?? ''}
    eager={eager}
    small={small}
    isOwn={isOwn}
  />
);

/** A price with the original one; free is said in words. */
export function Price({ sale_price: price, list_price: before }: Pick<SiteCourse, 'sale_price' | 'list_price'>) {
  const t = siteWords.useT();
  return (
    <span className={css['price']}>
      <b>{price === 0 ? t('site.card.free') : formatPrice(price)}</b>
      {before > price ? (
        <s>
          <span className="visually-hidden">{t('site.course.list_price', { price: '' })}</span>
          {formatPrice(before)}
        </s>
      ) : null}
    </span>
  );
}

/** A course's price and original price; nothing for one sold only with others. */
export function CoursePrice({ course }: { course: SiteCourse }) {
  const t = siteWords.useT();
  if (course.is_free) return <Tag tone="success">{t('site.card.free')}</Tag>;
  return course.sale_price === 0 ? null : <Price {...course} />;
}

/** What a level means, and "" for those that schools write themselves. */
export function useLevelWord(level: string): string {
  const t = siteWords.useT();
  return /^[ABC][12]$/.test(level) ? t(`site.levels.${level}`) : '';
}

/** A level with what it means: A1 入门. */
export function useLevel(level: string): string {
  return `${level} ${useLevelWord(level)}`.trim();
}

function CourseCard({ course, small }: { course: SiteCourse; small: 'phone' | false }) {
  const t = siteWords.useT();
  const facts = [
    useLevel(course.level),
    t('site.card.lessons', { count: course.lesson_count }),
    course.teacher_names.join(t('common.list_separator')),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <li>
      <CoverLink to={`/open/courses/${course.id}`} className={css['card']}>
        <CourseCover course={course} small={small} />
        <span className={css['cardText']}>
          <strong>{course.title}</strong>
          {course.subtitle ? <span className={css['quiet']}>{course.subtitle}</span> : null}
          <span className={css['quiet']}>{facts}</span>
          <CoursePrice course={course} />
        </span>
      </CoverLink>
    </li>
  );
}

/** Courses as cards; a grid on a desktop, stacked on a phone. */
export function CourseGrid({ courses }: { courses: readonly SiteCourse[] }) {
  return (
    <ul className={css['grid']}>
      {courses.map((course) => (
        <CourseCard key={course.id} course={course} small="phone" />
      ))}
    </ul>
  );
}

/** Courses side by side: swiped on a phone, a grid on a desktop. */
export function CourseShelf({ courses }: { courses: readonly SiteCourse[] }) {
  return (
    <ul className={css['shelf']}>
      {courses.map((course) => (
        <CourseCard key={course.id} course={course} small={false} />
      ))}
    </ul>
  );
}

/** Teachers with their faces: in a list beside their names, on a shelf above them, to be swiped on a phone. */
export function TeacherGrid({ teachers, isShelf = false }: { teachers: readonly SiteTeacher[]; isShelf?: boolean }) {
  const t = siteWords.useT();
  return (
    <ul className={isShelf ? `${css['teachers']} ${css['side']}` : css['teachers']}>
      {teachers.map((teacher) => (
        <li key={teacher.id}>
          <Link to={`/open/teachers/${teacher.id}`} className={css['teacher']}>
            <Portrait name={teacher.name} src={teacher.avatar} gender={teacher.gender} size={isShelf ? 96 : 56} />
            <span className={css['teacherText']}>
              <strong>
                {teacher.name}
                {teacher.is_ai ? (
                  <>
                    {' '}
                    <Tag tone="purple">{t('site.teachers.ai')}</Tag>
                  </>
                ) : null}
              </strong>
              {teacher.title ? <span className={css['quiet']}>{teacher.title}</span> : null}
              <span className={css['quiet']}>{t('site.teachers.count', { count: teacher.course_count })}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A heading with a "more" link. */
export function Section({
  title,
  more,
  children,
}: {
  title: string;
  more?: { to: string; label: string };
  children: ReactNode;
}) {
  return (
    <section className={css['section']}>
      <div className={css['head']}>
        <h2>{title}</h2>
        {more ? (
          <Link to={more.to} className={css['more']}>
            {more.label}
          </Link>
        ) : null}
      </div>
      {children}
    </section>
  );
}

export function GridSkeleton() {
  return (
    <div className={css['grid']} aria-busy="true">
      {skeletons.map((key) => (
        <Skeleton key={key} height={232} />
      ))}
    </div>
  );
}
