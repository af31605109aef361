import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import weekWords from 'virtual:locale/week';
import * as homeApi from '@kaike/shared/contracts/learning/home';
import type { MyWeek } from '@kaike/shared/contracts/learning/watching';
import * as watching from '@kaike/shared/contracts/learning/watching';
import { fillOf } from '@kaike/shared/domain/learning/daily-goal';
import { addDays, mondayOf, startOfDay } from '@kaike/shared/kit/dates/school-days';
import { formatShortDay } from '@kaike/shared/kit/dates/format-when';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import { call } from '../../../../api/client.ts';
import { useCallName } from '../../../../app/call-name.ts';
import { BackLink } from '../../../../app/components/back-link.tsx';
import { LoadFailure } from '../../../../app/loading/load-failure.tsx';
import { useTitle } from '../../../../app/use-title.ts';
import { useLocale, useT } from '../../../../app/wording.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Seal } from '../../../../ui/paper/seal.tsx';
import { EmptyState, PageHeader, Skeleton } from '../../../../ui/parts.tsx';
import { ContinueCard } from '../continue-card.tsx';
import { OwnLearning } from '../own-learning.tsx';
import shared from '../home.module.css';
import css from './week.module.css';
import { WeekFacts } from './week-facts.tsx';
import { WeekGoal } from './week-goal.tsx';
import { WeekSquares } from './week-squares.tsx';

const pageClass = `${shared['page']} ${css['week']}`;
const mondayIn = ({ days, today }: MyWeek): string => days[0]?.day ?? today;
const address = (day: string): string => `/home/learning-records/week?day=${day}`;

/** Whose week it is and which; the seal of a week whose days are all full stands beside it. */
function Head({ week, isFull }: { week: MyWeek; isFull: boolean }) {
  const t = weekWords.useT();
  const locale = useLocale();
  const name = useCallName();
  const monday = mondayIn(week);
  const current = mondayOf(week.today);
  const which = monday === current ? 'this' : monday === addDays(current, -7) ? 'last' : 'other';
  const heading = t(`week.${isFull ? 'full' : 'title'}.${which}`);
  const dayText = (day: string): string =>
    formatShortDay(startOfDay(day), { locale, timeZone: defaultTimeZone, now: new Date() });
  return (
    <header className={css['head']}>
      <div>
        <p className={shared['quiet']}>{t('week.range', { from: dayText(monday), to: dayText(addDays(monday, 6)) })}</p>
        <h1>{isFull && name !== '' ? t('week.named', { name, heading }) : heading}</h1>
      </div>
      {isFull ? <Seal words={t('week.seal')} size={64} outlined /> : null}
    </header>
  );
}

function OtherWeeks({ week }: { week: MyWeek }) {
  const t = weekWords.useT();
  const monday = mondayIn(week);
  const hasLater = monday < mondayOf(week.today);
  if (!week.has_earlier && !hasLater) return null;
  return (
    <nav className={css['weeks']} aria-label={t('week.weeks')}>
      {week.has_earlier ? (
        <Link to={address(addDays(monday, -7))}>
          <Icon name="left" size={18} />
          {t('week.earlier')}
        </Link>
      ) : null}
      {hasLater ? (
        <Link to={address(addDays(monday, 7))}>
          {t('week.later')}
          <Icon name="right" size={18} />
        </Link>
      ) : null}
    </nav>
  );
}

/** What comes next: the lesson to continue, or a course to choose. */
function Next() {
  const t = weekWords.useT();
  const {
    data: home,
    error,
    refetch,
  } = useQuery({
    queryKey: ['home', 'index'],
    queryFn: ({ signal }) => call(homeApi.getHome, { signal, quiet: true }),
  });
  if (error && !home) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!home) return <Skeleton height={320} />;
  return (
    <section aria-labelledby="next">
      <h2 id="next">{t('week.next')}</h2>
      {home.continue ? (
        <ContinueCard lesson={home.continue} />
      ) : (
        <Link className={buttonClass('primary', true)} to="/home/courses">
          {t('week.courses')}
        </Link>
      )}
    </section>
  );
}

const isFullWeek = ({ days, goals, daily_goal_min: goal }: MyWeek): boolean =>
  days.every((day, place) => fillOf(day.study_sec, goals[place] ?? goal) >= 100);
const isEmpty = (week: MyWeek): boolean =>
  week.days.every((day) => day.study_sec === 0) &&
  week.lesson_count === 0 &&
  week.word_count === 0 &&
  week.note_count === 0;

function Waiting() {
  return (
    <div className={pageClass} aria-busy="true">
      <Skeleton height={52} width="50%" />
      <Skeleton height={96} />
      <Skeleton height={240} />
    </div>
  );
}

/** The week of the address, or why it is missing. */
function Week() {
  const t = weekWords.useT();
  const [params] = useSearchParams();
  const day = params.get('day');
  const { data, isError, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['home', 'week', day],
    queryFn: ({ signal }) => call(watching.getMyWeek, { query: day === null ? {} : { day }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  if (isError && !data)
    return (
      <>
        <PageHeader title={t('week.title.other')} />
        <LoadFailure error={error} retry={() => void refetch()} />
      </>
    );
  if (!data) return <Waiting />;
  return (
    <div className={pageClass} aria-busy={isPlaceholderData}>
      <Head week={data} isFull={isFullWeek(data)} />
      <div className={css['columns']}>
        <div>
          <WeekSquares week={data} />
          {isEmpty(data) ? (
            <EmptyState icon="grid" title={t('week.empty')} text={t('week.empty_text')} />
          ) : (
            <WeekFacts week={data} />
          )}
        </div>
        <div>
          <Next />
          <WeekGoal minutes={data.daily_goal_min} />
        </div>
      </div>
      <OtherWeeks week={data} />
    </div>
  );
}

/** A week of study: its seven days against the goal, what was finished and kept, and what comes next. */
export function WeekPage() {
  const t = useT();
  useTitle(t('pages.my_week'));
  return (
    <>
      <BackLink to="/home/learning-records">{t('pages.my_records')}</BackLink>
      <OwnLearning heading={<PageHeader title={t('pages.my_week')} />} waiting={<Waiting />}>
        <Week />
      </OwnLearning>
    </>
  );
}
