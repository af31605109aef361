import { Link } from 'react-router';
import type { Home } from '@kaike/shared/contracts/learning/home';
import { formatSum } from '@kaike/shared/kit/dates/format-when';
import { useLocale, useT } from '../../../app/wording.ts';
import { Icon } from '../../../ui/icon.tsx';
import css from './home.module.css';
import { CourseItem, Shelf } from './shelf.tsx';

function Teacher({ seconds }: { seconds: number }) {
  const t = useT();
  const minutes = Math.floor(seconds / 60);
  return (
    <section aria-labelledby="teacher">
      <div className={css['head']}>
        <h2 id="teacher">{t('home.ai.title')}</h2>
      </div>
      <Link to="/home/ai-teacher" className={css['ticket']}>
        <span className={css['say']} lang="en" aria-hidden="true">
          Hi
        </span>
        <span>
          <b>{t('home.ai.talk')}</b>
          {minutes > 0 ? <small>{t('home.ai.left', { minutes })}</small> : null}
        </span>
        <Icon name="right" size={18} />
      </Link>
    </section>
  );
}

/** Courses the member does not have yet. */
function NewCourses({ courses }: { courses: Home['new_courses'] }) {
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

const collections = [
  { key: 'my_week', to: '/home/learning-records/week' },
  { key: 'my_notes', to: '/home/notes' },
  { key: 'my_records', to: '/home/learning-records' },
];

/** What the member has collected while studying. */
function Collected() {
  const t = useT();
  return (
    <ul className={css['links']}>
      {collections.map(({ key, to }) => (
        <li key={key}>
          <Link to={to}>
            {t(`pages.${key}`)}
            <Icon name="right" size={18} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The AI teacher, what is new, and the ways to notes and records. */
export function Below({ home }: { home: Home }) {
  return (
    <>
      {home.ai_seconds_left >= 60 || home.has_scenes ? <Teacher seconds={home.ai_seconds_left} /> : null}
      {home.new_courses.length > 0 ? <NewCourses courses={home.new_courses} /> : null}
      <Collected />
    </>
  );
}
