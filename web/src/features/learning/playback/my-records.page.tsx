import { Fragment, useDeferredValue } from 'react';
import { Link, useSearchParams } from 'react-router';
import { CoverLink } from '../../../app/components/cover-link.tsx';
import accountWords from 'virtual:locale/account';
import type { MyRecords } from '@kaike/shared/contracts/learning/watching';
import { formatSpan, spanParts } from '@kaike/shared/kit/format';
import { BackLink } from '../../../app/components/back-link.tsx';
import { Cover } from '../../../app/components/cover.tsx';
import { MoreRows } from '../../../app/components/paged-list.tsx';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { useTitle } from '../../../app/use-title.ts';
import { useLocale, useT } from '../../../app/wording.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Card, EmptyState, PageHeader, Skeleton } from '../../../ui/parts.tsx';
import { StudyCalendar } from '../../auth/member-account/public.ts';
import { OwnLearning } from '../home/public.ts';
import { RecordList } from './records/record-list.tsx';
import css from './records/records.module.css';
import { useMyRecords } from './records/records.queries.ts';
import { StudyChart } from './records/study-chart.tsx';

type Summary = NonNullable<MyRecords['summary']>;

function Figures({ summary }: { summary: Summary }) {
  const t = accountWords.useT();
  const locale = useLocale();
  const lastWeek = summary.days.slice(0, 7).reduce((sum, day) => sum + day.study_sec, 0);
  const figures = [
    ['week', spanParts(summary.week_sec, locale)],
    ['last_week', spanParts(lastWeek, locale)],
    ['total', spanParts(summary.total_sec, locale)],
    ['streak', [t('watching.records.streak_days', { count: summary.streak_days })]],
  ] as const;
  return (
    <Card className={css['summary'] ?? ''}>
      <dl className={css['figures']}>
        {figures.map(([key, parts]) => (
          <div key={key}>
            <dt>{t(`watching.records.${key}`)}</dt>
            <dd>
              {parts.map((part) => (
                <Fragment key={part}>
                  <span>{part}</span>{' '}
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <StudyChart days={summary.days} today={summary.today} />
      <Link to="/home/learning-records/week">{t('watching.records.to_week')}</Link>
    </Card>
  );
}

function Courses({ courses }: Pick<Summary, 'courses'>) {
  const t = accountWords.useT();
  const locale = useLocale();
  return (
    <section aria-labelledby="by-course">
      <h2 id="by-course" className={css['heading']}>
        {t('watching.records.courses')}
      </h2>
      <ul className={css['courses']}>
        {courses.map((course) => (
          <li key={course.id}>
            <CoverLink to={`/home/courses/${course.id}`} className={css['course']}>
              <Cover {...course} small />
              <span>
                <strong>{course.title}</strong>
                <span className={css['quiet']}>
                  {t('watching.records.course_progress', { done: course.lessons_done, count: course.lesson_count })}
                </span>
                <span className={css['quiet']}>
                  {t('watching.records.course_time', { time: formatSpan(course.study_sec, locale) })}
                </span>
              </span>
            </CoverLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Waiting() {
  return (
    <div className={css['page']} aria-busy="true">
      <Skeleton height={180} />
      <Skeleton height={340} />
      <Skeleton height={320} />
    </div>
  );
}

type Pages = { list: ReturnType<typeof useMyRecords>; pages: readonly MyRecords[]; courseId: number | null };

/** The records by course and by lesson. */
function ByCourse({ list, pages, courseId }: Pages) {
  const t = accountWords.useT();
  const [, setParams] = useSearchParams();
  const courses = pages[0]?.summary?.courses ?? [];
  const choices = [
    { value: '', label: t('watching.records.all_courses') },
    ...courses.map((course) => ({ value: String(course.id), label: course.title })),
  ];
  return (
    <>
      <Courses courses={courses} />
      <section aria-labelledby="lessons">
        <div className={css['listHead']}>
          <h2 id="lessons" className={css['heading']}>
            {t('watching.records.lessons')}
          </h2>
          <SelectField
            label={t('watching.records.filter')}
            showLabel={false}
            value={courseId === null ? '' : String(courseId)}
            options={choices}
            onChange={(value) => setParams(value === '' ? {} : { course: value }, { replace: true })}
          />
        </div>
        <RecordList records={pages.flatMap((page) => page.data)} />
        <MoreRows list={list} />
      </section>
    </>
  );
}

function Records() {
  const t = accountWords.useT();
  const [params] = useSearchParams();
  const courseId = Number(params.get('course')) || null;
  const list = useMyRecords(courseId);
  const { isError, error, refetch, data } = list;
  const summary = data?.pages[0]?.summary;
  // The figures come first: what is below them renders in pauses.
  const deferred = useDeferredValue(data);
  if (isError && !data) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!data || !summary) return <Waiting />;
  if (data.pages.every((page) => page.data.length === 0) && courseId === null) {
    return (
      <EmptyState
        icon="bar-chart"
        title={t('watching.records.empty')}
        text={t('watching.records.empty_text')}
        action={
          <Link className={buttonClass('primary')} to="/home/courses">
            {t('watching.records.to_courses')}
          </Link>
        }
      />
    );
  }
  return (
    <div className={css['page']}>
      <Figures summary={summary} />
      <StudyCalendar />
      {deferred ? <ByCourse list={list} pages={deferred.pages} courseId={courseId} /> : <Skeleton height={320} />}
    </div>
  );
}

/** What a member has studied: today, this week, by course and by lesson. */
export function MyRecordsPage() {
  const t = useT();
  useTitle(t('pages.my_records'));
  return (
    <>
      <BackLink to="/home/index">{t('common.tabs.learn')}</BackLink>
      <PageHeader title={t('pages.my_records')} />
      <OwnLearning waiting={<Waiting />}>
        <Records />
      </OwnLearning>
    </>
  );
}
