import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getHome, type Home } from '@kaike/shared/contracts/home';
import { formatClock, formatSpan } from '@kaike/shared/kit/format';
import { call } from '../../api/client.ts';
import { useAppBadge } from '../../ui/app-badge.ts';
import { LoadFailure } from '../../app/loading/load-failure.tsx';
import { useSession } from '../../app/session.ts';
import { useTitle } from '../../app/use-title.ts';
import { useLocale, useT } from '../../app/wording.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState, ProgressBar, Skeleton, Tag } from '../../ui/parts.tsx';
import { AccessNote, CourseCover } from '../courses/public.ts';
import css from './home.module.css';

type Course = Home['courses'][number];

const isFinished = ({ lessons_done: done, lesson_count: count }: Course): boolean => count > 0 && done >= count;

function Greeting({ home }: { home: Home }) {
  const t = useT();
  const locale = useLocale();
  const { unread_notices: unread, streak_days: streak } = home;
  const name = useSession((state) => state.user?.member?.real_name || state.user?.name || '');
  return (
    <header className={css['greeting']}>
      <h1>{t('home.greeting', { name })}</h1>
      <Link to="/home/notices" className={css['bell']} aria-label={t('home.notices', { count: unread })}>
        <Icon name="bell" size={24} />
        {unread > 0 ? <b>{unread > 99 ? '99+' : unread}</b> : null}
      </Link>
      <Link to="/home/learning-records" className={css['times']} title={t('home.to_records')}>
        <span>
          {t('home.today')}
          <b>{formatSpan(home.today_sec, locale)}</b>
        </span>
        <span>
          {t('home.week')}
          <b>{formatSpan(home.week_sec, locale)}</b>
        </span>
        {streak > 1 ? (
          <span>
            {t('home.streak')}
            <b>{t('home.days', { count: streak })}</b>
          </span>
        ) : null}
        <Icon name="right" size={18} />
      </Link>
    </header>
  );
}

/** The lesson to continue. */
function Continue({ lesson }: { lesson: NonNullable<Home['continue']> }) {
  const t = useT();
  const locale = useLocale();
  const isBegun = lesson.last_at !== null;
  const state = { type: lesson.type };
  return (
    <section className={css['continue']} aria-labelledby="continue">
      <Link
        to={`/home/lessons/${lesson.lesson_id}`}
        state={state}
        className={css['continueCover']}
        tabIndex={-1}
        aria-hidden="true"
      >
        <CourseCover {...lesson} id={lesson.course_id} title={lesson.course_title} eager />
        <span className={css['playMark']}>
          <Icon name="play" size={26} />
        </span>
      </Link>
      <div className={css['continueText']}>
        <Link className={css['quiet']} to={`/home/courses/${lesson.course_id}`}>
          {lesson.course_title}
        </Link>
        <h2 id="continue">{lesson.lesson_title}</h2>
        <ProgressBar percent={lesson.percent} label={t('home.percent', { percent: lesson.percent })} />
        <p className={css['quiet']}>
          {isBegun
            ? [
                lesson.position > 0 ? t('home.continue_at', { time: formatClock(lesson.position) }) : '',
                lesson.missing_sec > 0
                  ? t('home.continue_missing', { time: formatSpan(lesson.missing_sec, locale) })
                  : '',
              ]
                .filter(Boolean)
                .join(' · ')
            : `${formatSpan(lesson.duration_sec, locale)} · ${t('home.not_opened')}`}
        </p>
        <Link className={buttonClass('primary', true)} to={`/home/lessons/${lesson.lesson_id}`} state={state}>
          {t(isBegun ? 'home.continue' : 'home.begin')}
        </Link>
      </div>
    </section>
  );
}

function CourseProgress({ course }: { course: Course }) {
  const t = useT();
  if (isFinished(course))
    return (
      <span>
        <Tag tone="success">{t('home.all_done')}</Tag>
      </span>
    );
  return (
    <>
      <ProgressBar percent={course.percent} label={t('home.percent', { percent: course.percent })} />
      <span className={css['quiet']}>
        {t('home.progress', { done: course.lessons_done, count: course.lesson_count })}
      </span>
    </>
  );
}

/** The member's courses, and until when they are open. */
function MyCourses({ home }: { home: Home }) {
  const t = useT();
  return (
    <section aria-labelledby="my-courses">
      <div className={css['head']}>
        <h2 id="my-courses">{t('home.my_courses')}</h2>
        <Link to="/home/courses" className={css['all']}>
          {home.more_courses > 0 ? t('home.more_courses', { count: home.more_courses }) : t('home.all_courses')}
          <Icon name="right" size={18} />
        </Link>
      </div>
      <ul className={css['courses']}>
        {home.courses.map((course) => (
          <li key={course.id}>
            <Link
              to={`/home/courses/${course.id}`}
              className={css['course']}
              data-ended={course.access.state === 'ended'}
            >
              <CourseCover {...course} />
              <span className={css['courseText']}>
                <strong>{course.title}</strong>
                <CourseProgress course={course} />
                <AccessNote access={course.access} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Courses the member does not have yet. */
function NewCourses({ courses }: { courses: Home['new_courses'] }) {
  const t = useT();
  const locale = useLocale();
  return (
    <section aria-labelledby="new-courses">
      <div className={css['head']}>
        <h2 id="new-courses">{t('home.new_courses')}</h2>
        <span className={css['quiet']}>{t('home.new_hint')}</span>
      </div>
      <ul className={css['courses']}>
        {courses.map((course) => (
          <li key={course.id}>
            <Link to={`/home/courses/${course.id}`} className={css['course']}>
              <CourseCover {...course} />
              <span className={css['courseText']}>
                <strong>{course.title}</strong>
                {course.subtitle ? <span className={css['quiet']}>{course.subtitle}</span> : null}
                <span className={css['quiet']}>
                  {t('home.lessons', { count: course.lesson_count })} · {formatSpan(course.duration_sec, locale)}
                  {course.has_preview ? (
                    <>
                      {' '}
                      <Tag tone="primary">{t('home.preview')}</Tag>
                    </>
                  ) : null}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Nothing() {
  const t = useT();
  return (
    <EmptyState
      icon="ticket"
      title={t('home.empty_title')}
      text={t('home.empty_text')}
      action={
        <Link className={buttonClass('primary')} to="/home/cards/use-card">
          {t('home.activate')}
        </Link>
      }
    />
  );
}

function Waiting() {
  return (
    <div className={css['page']} aria-busy="true">
      <Skeleton height={72} />
      <Skeleton height={220} />
      <Skeleton height={28} width="40%" />
      <Skeleton height={240} />
    </div>
  );
}

/** The member's home page: the lesson to continue, the courses with their end of access, and what is new. */
export function HomeIndexPage() {
  const t = useT();
  useTitle(t('home.title'));
  const {
    data: home,
    isError,
    error,
    refetch,
  } = useQuery({ queryKey: ['home', 'index'], queryFn: ({ signal }) => call(getHome, { signal, quiet: true }) });
  useAppBadge(home?.unread_notices);
  if (isError && !home) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!home) return <Waiting />;
  const minutes = Math.floor(home.ai_seconds_left / 60);
  return (
    <div className={css['page']}>
      <Greeting home={home} />
      {home.continue ? <Continue lesson={home.continue} /> : null}
      {home.courses.length > 0 ? <MyCourses home={home} /> : <Nothing />}
      {minutes > 0 || home.has_scenes ? (
        <Link to="/home/ai-teacher" className={css['quiet']}>
          {t(minutes > 0 ? 'home.ai_left' : 'home.ai_talk', { minutes })}
        </Link>
      ) : null}
      {home.new_courses.length > 0 ? <NewCourses courses={home.new_courses} /> : null}
    </div>
  );
}
