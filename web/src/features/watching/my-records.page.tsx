import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getMyRecords, type MyRecord, type MyRecords } from '@kaike/shared/contracts/watching';
import { formatDateTime } from '@kaike/shared/kit/format';
import { call } from '../../api/client.ts';
import { useT } from '../../app/wording.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, EmptyState, ErrorState, PageHeader, ProgressBar, Skeleton, Tag } from '../../ui/parts.tsx';
import { useTitle } from '../auth/public.ts';
import { homeCss as css, minutesText } from '../home/public.ts';

type Summary = NonNullable<MyRecords['summary']>;

function Week({ summary }: { summary: Summary }) {
  const t = useT();
  const most = Math.max(1, ...summary.days.map((day) => day.study_sec));
  return (
    <Card>
      <div className={css['section']}><h2>{t('home.records.week')}</h2><span className={css['muted']}>{t('home.records.streak', { days: summary.streak_days })}</span></div>
      <div className={css['days']}>
        {summary.days.map((day) => (
          <div key={day.day} className={css['day']} title={`${day.day} ${minutesText(t, day.study_sec)}`}>
            <span className="visually-hidden">{minutesText(t, day.study_sec)}</span>
            <span className={css['day_bar']} style={{ height: `${Math.round((day.study_sec / most) * 100)}%` }} />
            <span>{day.day.slice(5).replace('-', '/')}</span>
          </div>
        ))}
      </div>
    </Card>
  );
}

function Figures({ summary }: { summary: Summary }) {
  const t = useT();
  const figures = [['today', summary.today_sec], ['week', summary.week_sec], ['total', summary.total_sec]] as const;
  return <div className={css['figures']}>{figures.map(([key, value]) => <div key={key} className={css['figure']}><b>{minutesText(t, value)}</b><span className={css['muted']}>{t(`home.${key}`)}</span></div>)}</div>;
}

function Record({ record }: { record: MyRecord }) {
  const t = useT();
  return (
    <li>
      <Link className={css['record']} to={`/home/lessons/${record.lesson_id}`}>
        <span className={css['record_body']}>
          <b>{record.lesson_title}</b>
          <span className={css['muted']}>{record.course_title} · {formatDateTime(record.last_at).slice(0, 16)}</span>
          <ProgressBar percent={record.percent} label={t('home.progress', { percent: record.percent })} />
          <span className={css['muted']}>{record.completed_at ? <Tag tone="success">{t('home.records.done')}</Tag> : t('home.missing', { time: minutesText(t, record.missing_sec) })}</span>
        </span>
        <span className={css['percent']}>{record.percent}%</span>
        <Icon name="right" />
      </Link>
    </li>
  );
}

/** What I have studied: today, this week, lesson by lesson. */
export function MyRecordsPage() {
  const t = useT();
  useTitle(t('pages.my_records'));
  const { data, isError, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['my-records'], initialPageParam: 1, queryFn: ({ pageParam }) => call(getMyRecords, { query: { page: pageParam } }),
    getNextPageParam: (last) => (last.has_more ? last.current_page + 1 : undefined),
  });
  if (isError) return <ErrorState title={t('common.load_failed')} text={t('common.load_failed_hint')} retry_label={t('common.retry')} retry={() => void refetch()} />;
  const summary = data?.pages[0]?.summary;
  const records = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className={css['stack']}>
      <PageHeader title={t('pages.my_records')} />
      {summary ? <><Figures summary={summary} /><Week summary={summary} /></> : <Skeleton height={220} />}
      {data && records.length === 0 ? <EmptyState icon="bar-chart" title={t('home.records.empty')} text={t('home.records.empty_hint')} action={<Link className={buttonClass('primary')} to="/home/courses">{t('home.my_courses')}</Link>} /> : null}
      {records.length > 0 ? <Card><ul className={css['records']}>{records.map((record) => <Record key={record.id} record={record} />)}</ul></Card> : null}
      {hasNextPage ? <div className={css['more']}><Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>{t('common.more')}</Button></div> : null}
    </div>
  );
}
