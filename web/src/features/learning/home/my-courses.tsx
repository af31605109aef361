import { Link } from 'react-router';
import type { Home } from '@kaike/shared/contracts/learning/home';
import { useOwnName } from '../../../app/session.ts';
import { useT } from '../../../app/wording.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Tag } from '../../../ui/parts.tsx';
import { Steps } from '../../../ui/paper/square.tsx';
// Not by its public.ts: that would bring the lessons of a course to the first page.
import { AccessNote, useAccessWords } from '../../catalog/courses/access-note.tsx';
import css from './home.module.css';
import { CourseItem, Shelf } from './shelf.tsx';

type Course = Home['courses'][number];

const isOpen = ({ access: { state } }: Course): boolean => state === 'owned' || state === 'free';
const isFinished = ({ lessons_done: done, lesson_count: count }: Course): boolean => count > 0 && done >= count;

function Progress({ course: { lessons_done: done, lesson_count: count, percents, next } }: { course: Course }) {
  const t = useT();
  return (
    <>
      {next ? <span className={css['quiet']}>{t('home.next', { title: next.title })}</span> : null}
      <span className={css['steps']}>
        <Steps percents={percents} label={t('home.progress', { done, count })} />
        <span aria-hidden="true">{t('home.lessons_done', { done, count })}</span>
      </span>
    </>
  );
}

/** The member's courses: being studied, not opened yet, and those finished or no longer open. */
export function MyCourses({ home }: { home: Home }) {
  const t = useT();
  const owner = useOwnName();
  const current = home.courses.filter((course) => isOpen(course) && !isFinished(course));
  const started = current.filter((course) => course.last_at !== null && course.id !== home.continue?.course_id);
  const fresh = current.filter((course) => course.last_at === null && course.id !== home.continue?.course_id);
  const others = home.courses.filter((course) => !current.includes(course));
  const all = (
    <Link to="/home/courses" className={css['all']}>
      {t('home.all_courses', { count: home.course_count })}
      <Icon name="right" size={16} />
    </Link>
  );
  const first = [started, fresh, others].find(({ length }) => length > 0);
  return (
    <>
      {started.length > 0 ? (
        <Shelf id="begun" title={t('home.begun')} more={all} look="rows">
          {started.map((course) => (
            <CourseItem key={course.id} course={course} owner={owner}>
              <Progress course={course} />
            </CourseItem>
          ))}
        </Shelf>
      ) : null}
      {fresh.length > 0 ? (
        <Shelf id="fresh" title={t('home.fresh')} more={first === fresh ? all : null} look="shelf">
          {fresh.map((course) => (
            <CourseItem key={course.id} course={course} owner={owner}>
              <FreshFacts course={course} />
            </CourseItem>
          ))}
        </Shelf>
      ) : null}
      {others.length > 0 ? (
        <Shelf id="others" title={t('home.others')} more={first === others ? all : null} look="rows">
          {others.map((course) => (
            <CourseItem
              key={course.id}
              course={{ ...course, is_over: !isOpen(course) }}
              owner={isOpen(course) ? owner : ''}
            >
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
      {first || home.course_count < 2 ? null : <p>{all}</p>}
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
