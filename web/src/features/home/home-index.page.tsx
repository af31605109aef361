import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getHome, type Home } from '@kaike/shared/contracts/home';
import { formatDay } from '@kaike/shared/kit/format';
import { call } from '../../api/client.ts';
import { useSession } from '../../app/session.ts';
import { useLocale, useT } from '../../app/wording.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, EmptyState, ErrorState, ProgressBar, Skeleton, Tag } from '../../ui/parts.tsx';
import { useTitle } from '../auth/public.ts';
import css from './home.module.css';
import { minutesText } from './minutes-text.ts';

/** Where was I: one card, one button. */
function Continue({ lesson }: { lesson: NonNullable<Home['continue']> }) {
  const t = useT();
  const missing = minutesText(t, lesson.missing_sec);
  return (
    <Card className={css['continue'] ?? ''}>
      {lesson.cover ? <img className={css['cover']} src={lesson.cover} alt="" /> : null}
      <div className={css['grow']}>
        <p className={css['muted']}>{lesson.course_title}</p>
        <h2>{lesson.lesson_title}</h2>
        <ProgressBar percent={lesson.percent} label={t('home.progress', { percent: lesson.percent })} />
        <p className={css['muted']}>{lesson.last_at === null ? t('home.not_started') : t('home.missing', { time: missing })}</p>
      </div>
      <Link className={buttonClass('primary')} to={`/home/lessons/${lesson.lesson_id}`}><Icon name="play" size={18} />{t(lesson.last_at === null ? 'home.start' : 'home.continue')}</Link>
    </Card>
  );
}

function Access({ course }: { course: Home['courses'][number] }) {
  const t = useT();
  const locale = useLocale();
  const { state, end_at: end } = course.access;
  if (state === 'ended') return <Tag tone="muted">{t('home.access.ended')}</Tag>;
  if (state === 'free') return <Tag tone="success">{t('home.access.free')}</Tag>;
  return <span className={css['muted']}>{end === null ? t('home.access.forever') : t('home.access.until', { date: formatDay(end, { locale }) })}</span>;
}

function CourseCard({ course }: { course: Home['courses'][number] }) {
  const t = useT();
  return (
    <Link className={css['course']} to={`/home/courses/${course.id}`}>
      {course.cover ? <img src={course.cover} alt="" loading="lazy" /> : <span className={css['blank']} />}
      <span className={css['course_body']}>
        <b>{course.title}</b>
        <ProgressBar percent={course.percent} label={t('home.progress', { percent: course.percent })} />
        <span className={css['line']}><span className={css['muted']}>{t('home.lessons', { done: course.lessons_done, count: course.lesson_count })}</span><Access course={course} /></span>
      </span>
    </Link>
  );
}

function Loading() {
  return <div className={css['stack']} aria-busy="true"><Skeleton height={30} width={180} /><Skeleton height={132} /><Skeleton height={84} /><Skeleton height={220} /></div>;
}

/** The learner's home answers three questions: what do I continue, what do I own until when, what is new. */
export function HomeIndexPage() {
  const t = useT();
  const name = useSession((state) => state.user?.name ?? '');
  const { data, isError, refetch } = useQuery({ queryKey: ['home'], queryFn: () => call(getHome) });
  useTitle(t('pages.home_index'));
  if (isError) return <ErrorState title={t('common.load_failed')} text={t('common.load_failed_hint')} retry_label={t('common.retry')} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <div className={css['stack']}>
      <h1 className={css['hello']}>{t('home.hello', { name })}</h1>
      {data.continue ? <Continue lesson={data.continue} /> : null}
      <div className={css['figures']}>
        <Link to="/home/learning-records" className={css['figure']}><Icon name="clock" /><b>{minutesText(t, data.today_sec)}</b><span className={css['muted']}>{t('home.today')}</span></Link>
        <Link to="/home/learning-records" className={css['figure']}><Icon name="calendar" /><b>{minutesText(t, data.week_sec)}</b><span className={css['muted']}>{t('home.week')}</span></Link>
        <Link to="/home/cards/use-card" className={css['figure']}><Icon name="ticket" /><b>{t('home.activate')}</b><span className={css['muted']}>{t('home.activate_hint')}</span></Link>
      </div>
      <section>
        <div className={css['section']}><h2>{t('home.my_courses')}</h2>{data.courses.length > 0 ? <Link className={css['link']} to="/home/courses">{t('home.all', { count: data.courses.length + data.more_courses })}</Link> : null}</div>
        {data.courses.length > 0
          ? <div className={css['courses']}>{data.courses.map((course) => <CourseCard key={course.id} course={course} />)}</div>
          : <EmptyState icon="ticket" title={t('home.no_courses')} text={t('home.no_courses_hint')} action={<Link className={buttonClass('primary')} to="/home/cards/use-card">{t('home.activate')}</Link>} />}
      </section>
      {data.new_courses.length > 0 ? (
        <section>
          <div className={css['section']}><h2>{t('home.new')}</h2></div>
          <div className={css['courses']}>
            {data.new_courses.map((course) => (
              <Link key={course.id} className={css['course']} to={`/home/courses/${course.id}`}>
                {course.cover ? <img src={course.cover} alt="" loading="lazy" /> : <span className={css['blank']} />}
                <span className={css['course_body']}><b>{course.title}</b><span className={css['muted']}>{course.subtitle}</span>{course.has_preview ? <span><Tag tone="primary">{t('home.preview')}</Tag></span> : null}</span>
              </Link>
            ))}
          </div>
        </section>
      ) : null}
    </div>
  );
}
