import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Home } from '@kaike/shared/contracts/home';
import { formatSum } from '@kaike/shared/kit/dates/format-when';
import { useLocale, useT } from '../../app/wording.ts';
import { Icon } from '../../ui/icon.tsx';
import { Tag } from '../../ui/parts.tsx';
import { Steps } from '../../ui/paper/square.tsx';
import { AccessNote, CourseCover, useAccessWords } from '../courses/public.ts';
import css from './home.module.css';

type Course = Home['courses'][number];

const isOpen = ({ access: { state } }: Course): boolean => state === 'owned' || state === 'free';
const isFinished = ({ lessons_done: done, lesson_count: count }: Course): boolean => count > 0 && done >= count;

function Shelf({
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

function CourseItem({
  course,
  children,
}: {
  course: Pick<Course, 'id' | 'title' | 'cover' | 'cover_color'> & { is_over?: boolean };
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

function Progress({ course: { lessons_done: done, lesson_count: count, next } }: { course: Course }) {
  const t = useT();
  return (
    <>
      {next ? <span className={css['quiet']}>{t('home.next', { title: next.title })}</span> : null}
      <span className={css['steps']}>
        <Steps done={done} count={count} percent={next?.percent ?? 0} label={t('home.progress', { done, count })} />
        <span aria-hidden="true">{t('home.lessons_done', { done, count })}</span>
      </span>
    </>
  );
}

/** The member's courses: being studied, not opened yet, and those finished or no longer open. */
export function MyCourses({ home }: { home: Home }) {
  const t = useT();
  const current = home.courses.filter((course) => isOpen(course) && !isFinished(course));
  const begun = current.filter((course) => course.last_at !== null && course.id !== home.continue?.course_id);
  const fresh = current.filter((course) => course.last_at === null && course.id !== home.continue?.course_id);
  const others = home.courses.filter((course) => !current.includes(course));
  const all = (
    <Link to="/home/courses" className={css['all']}>
      {t('home.all_courses', { count: home.course_count })}
      <Icon name="right" size={16} />
    </Link>
  );
  const first = [begun, fresh, others].find(({ length }) => length > 0);
  return (
    <>
      {begun.length > 0 ? (
        <Shelf id="begun" title={t('home.begun')} more={all} look="rows">
          {begun.map((course) => (
            <CourseItem key={course.id} course={course}>
              <Progress course={course} />
            </CourseItem>
          ))}
        </Shelf>
      ) : null}
      {fresh.length > 0 ? (
        <Shelf id="fresh" title={t('home.fresh')} more={first === fresh ? all : null} look="shelf">
          {fresh.map((course) => (
            <CourseItem key={course.id} course={course}>
              <FreshFacts course={course} />
            </CourseItem>
          ))}
        </Shelf>
      ) : null}
      {others.length > 0 ? (
        <Shelf id="others" title={t('home.others')} more={first === others ? all : null} look="rows">
          {others.map((course) => (
            <CourseItem key={course.id} course={{ ...course, is_over: !isOpen(course) }}>
              {isOpen(course) ? (
                <span>
                  <Tag tone="mark">{t('home.all_done')}</Tag>
                </span>
              ) : (
                <AccessNote access={course.access} />
              )}
            </CourseItem>
          ))}
        </Shelf>
      ) : null}
      {first ? null : <p>{all}</p>}
    </>
  );
}

function FreshFacts({ course }: { course: Course }) {
  const t = useT();
  const { text } = useAccessWords(course.access);
  return (
    <span className={css['quiet']}>
      {[t('home.lessons', { count: course.lesson_count }), text].filter(Boolean).join(' · ')}
    </span>
  );
}

/** Courses the member does not have yet. */
export function NewCourses({ courses }: { courses: Home['new_courses'] }) {
  const t = useT();
  const locale = useLocale();
  return (
    <Shelf id="new-courses" title={t('home.new_courses')} look="shelf">
      {courses.map((course) => (
        <CourseItem key={course.id} course={course}>
          <span className={css['quiet']}>
            {[
              t('home.lessons', { count: course.lesson_count }),
              course.duration_sec > 0 ? formatSum(course.duration_sec, locale) : '',
              course.has_preview ? t('home.preview') : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </CourseItem>
      ))}
    </Shelf>
  );
}
