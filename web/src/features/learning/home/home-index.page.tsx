import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Home } from '@kaike/shared/contracts/learning/home';
import * as homeApi from '@kaike/shared/contracts/learning/home';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { useAppBadge } from '../../../ui/app-badge.ts';
import { LoadFailure, NotActivated } from '../../../app/loading/load-failure.tsx';
import { useTitle } from '../../../app/use-title.ts';
import { useT } from '../../../app/wording.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { EmptyState, Skeleton } from '../../../ui/parts.tsx';
import { useAccessWords } from '../../catalog/courses/access-note.tsx';
import { LateCelebration } from './celebration/late-celebration.tsx';
import { useKnownUnread } from './bell.tsx';
import { ContinueCard } from './continue-card.tsx';
import css from './home.module.css';
import { MyCourses } from './my-courses.tsx';
import { Greeting, TodayRow } from './today-row.tsx';
import { useMayStudy } from '../../../app/loading/use-may-study.ts';
import { LateWelcome } from './welcome/late-welcome.tsx';

/** The page of who has no card. */
const Newcomer = lazy(async () => ({ default: (await import('./newcomer.tsx')).Newcomer }));
/** Not seen without scrolling. */
const Below = lazy(async () => ({ default: (await import('./home-more.tsx')).Below }));

/** The course whose access ends next. */
function Ending({ ending: { id, title, end_at: end, lessons_left } }: { ending: NonNullable<Home['ending']> }) {
  const t = useT();
  const { text } = useAccessWords({ state: 'owned', end_at: end });
  return (
    <Link to={`/open/courses/${id}`} className={css['ending']}>
      <span>
        <b>{title}</b> {text}
        {lessons_left > 0 ? (
          <span className={css['wide']}>{t('home.ending.left', { count: lessons_left })}</span>
        ) : null}
      </span>
      <span className={css['go']}>
        {t('home.ending.renew')}
        <Icon name="right" size={16} />
      </span>
    </Link>
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
      <Skeleton height={40} width="50%" />
      <Skeleton height={104} />
      <Skeleton height={320} />
      <Skeleton height={240} />
    </div>
  );
}

/** The member's home page: today, the lesson to continue, what ends soon, and the courses. */
export function HomeIndexPage() {
  const t = useT();
  useTitle(t('home.title'));
  const mayStudy = useMayStudy();
  const {
    data: home,
    isError,
    error,
    refetch,
  } = useQuery({
    queryKey: ['home', 'index'],
    queryFn: ({ signal }) => call(homeApi.getHome, { signal, quiet: true }),
    enabled: mayStudy === true,
  });
  useAppBadge(home?.unread_notices);
  useKnownUnread(home?.unread_notices);
  if (mayStudy === false || (error instanceof ApiError && error.code === 'access.not_activated'))
    return (
      <Suspense fallback={<Waiting />}>
        <div className={css['page']}>
          <Newcomer>
            <NotActivated />
          </Newcomer>
        </div>
      </Suspense>
    );
  if (isError && !home)
    return (
      <div className={css['page']}>
        <LoadFailure error={error} retry={() => void refetch()} />
      </div>
    );
  if (!home) return <Waiting />;
  return (
    <div className={css['page']}>
      <Greeting unread={home.unread_notices} />
      <LateWelcome />
      <LateCelebration isDue={home.celebration !== null} />
      <div className={css['first']} data-alone={home.continue === null}>
        <TodayRow home={home} />
        {home.continue ? <ContinueCard lesson={home.continue} /> : null}
      </div>
      {home.ending ? <Ending ending={home.ending} /> : null}
      {home.course_count > 0 ? <MyCourses home={home} /> : <Nothing />}
      <Suspense>
        <Below home={home} />
      </Suspense>
    </div>
  );
}
