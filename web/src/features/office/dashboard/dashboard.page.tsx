import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Dashboard } from '@kaike/shared/contracts/office/dashboard';
import * as dashboard from '@kaike/shared/contracts/office/dashboard';
import { formatDateTime, spaced } from '@kaike/shared/kit/format';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import { call } from '../../../api/client.ts';
import { useLocale, useT } from '../../../app/wording.ts';
import { useSession } from '../../../app/session.ts';
import { FirstRun, useIsFirstRunPending } from './first-run/first-run.tsx';
import { LoadError } from '../../../kit/load-error.tsx';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import { Skeleton } from '../../../ui/parts.tsx';
import css from './dashboard.module.css';
import { Courses } from './courses.tsx';
import { Often } from './frequent-actions.tsx';
import { Learning } from './learning.tsx';
import { Money } from './money.tsx';
import { Recent } from './recent.tsx';
import { TodoList } from './todo-list.tsx';
import { Totals } from './totals.tsx';
import { Trend } from './trend.tsx';

/** Today with its weekday: 11月26日星期四. */
const dayText = (locale: string): string =>
  spaced(
    new Intl.DateTimeFormat(locale, {
      month: 'long',
      day: 'numeric',
      weekday: 'long',
      timeZone: defaultTimeZone,
    }).format(new Date()),
    locale,
  );

/** How the school learns, what was changed last, and how much there is, as far as the role may see it. */
function School({ data, days }: { data: Dashboard; days: number }) {
  const t = useT();
  const { trend, courses, recent, totals, counted_at } = data;
  return (
    <>
      {counted_at ? (
        <p className={css['counted']}>
          {t('admin.dashboard.counted', { time: formatDateTime(new Date(counted_at), { format: 'hh:mm' }) })}
        </p>
      ) : null}
      {trend.length > 0 ? (
        <>
          <Learning trend={trend} />
          <div className={`${css['top'] ?? ''} ${css['below'] ?? ''}`}>
            <Trend days={days} trend={trend} />
            {courses.length > 0 ? <Courses courses={courses} /> : null}
          </div>
        </>
      ) : null}
      {recent.length > 0 ? <Recent entries={recent} /> : null}
      {totals.length > 0 ? <Totals totals={totals} /> : null}
    </>
  );
}

/** The first page of the back office, as far as the role may see it: what must be done, money, learning. */
export function DashboardPage() {
  const t = useT();
  const locale = useLocale();
  const [params] = useSearchParams();
  const days = dashboard.trendSpans.find((span) => span === Number(params.get('days'))) ?? 30;
  const isSuper = useSession((state) => state.user?.admin?.is_super ?? false);
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['dashboard', days],
    queryFn: ({ signal }) => call(dashboard.getDashboard, { query: { days }, signal, in_place: true }),
    placeholderData: keepPreviousData,
  });
  const isPending = useIsFirstRunPending(isSuper);
  if (isError && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (isPending)
    return (
      <div className={css['waiting']} aria-busy="true">
        <PageTitle title={t('admin.dashboard.title')} count={dayText(locale)} />
        <Skeleton height={160} />
        <Skeleton height={280} />
      </div>
    );
  return (
    <>
      <PageTitle title={t('admin.dashboard.title')} count={dayText(locale)} extra={<Often />} />
      {isSuper ? <FirstRun /> : null}
      <div className={css['top']} aria-busy={!data}>
        <TodoList />
        {data?.money ? <Money money={data.money} /> : null}
      </div>
      {data ? <School data={data} days={days} /> : null}
    </>
  );
}
