import { useCallback, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import siteWords from 'virtual:locale/site';
import * as site from '@kaike/shared/contracts/site/site';
import { courseOrders, type CourseOrder } from '@kaike/shared/domain/catalog/courses/course-search';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../api/client.ts';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { useLoad } from '../../../app/loading/use-load.ts';
import { useTitle } from '../../../app/use-title.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { EmptyState, Skeleton } from '../../../ui/parts.tsx';
import { CourseGrid, GridSkeleton, Section } from './records/cards.tsx';
import { SubjectFilter } from './records/subjects.tsx';
import { Column } from './home/columns.tsx';
import { BeyondLast, Pager, usePage } from './list-page.tsx';
import { SearchBox } from './home/search-box.tsx';
import { SiteFrame } from './site-frame.tsx';
import css from './site.module.css';

type CoursePage = ResponseOf<typeof site.listCourses>;
type CourseFilter = { text: string; subject: string; sort: CourseOrder; page: number };

const loadColumns = (signal: AbortSignal) => call(site.listColumns, { query: { position: 'course' }, signal });
const loadSubjects = (signal: AbortSignal) => call(site.listSubjects, { signal });

/** The whole state of the list is in the URL, so it can be shared and works with the back button. */
function useCourseFilter(): CourseFilter & {
  change: (changes: Record<string, string>) => void;
  hrefWith: (changes: Record<string, string>) => string;
} {
  const [params, setParams] = useSearchParams();
  const withChanges = (changes: Record<string, string>): URLSearchParams => {
    const next = new URLSearchParams(params);
    next.delete('page');
    for (const [key, value] of Object.entries(changes))
      if (value === '') next.delete(key);
      else next.set(key, value);
    return next;
  };
  const page = usePage();
  return {
    text: (params.get('text') ?? '').slice(0, 50),
    subject: params.get('subject_id') ?? '',
    page,
    sort: courseOrders.find((order) => order.value === params.get('sort'))?.value ?? 'default',
    change: (changes) => setParams(withChanges(changes)),
    hrefWith: (changes) => `/open/courses?${withChanges(changes).toString()}`,
  };
}

/** Whether there is nothing to find yet, whatever is searched. */
const hasNoCourses = ({ text, subject }: CourseFilter, { total }: CoursePage): boolean =>
  total === 0 && text === '' && subject === '';

function Nothing({ filter, result }: { filter: CourseFilter; result: CoursePage }) {
  const t = siteWords.useT();
  if (hasNoCourses(filter, result))
    return <EmptyState icon="book-open" title={t('site.home.empty')} text={t('site.home.empty_text')} />;
  return (
    <>
      <EmptyState
        icon="search"
        title={filter.text ? t('site.courses.empty', { text: filter.text }) : t('site.courses.empty_subject')}
        {...(filter.text ? { text: t('site.courses.empty_hint') } : {})}
        action={
          <Link className={buttonClass('primary')} to="/open/courses">
            {t('site.courses.show_all')}
          </Link>
        }
      />
      {result.others.length > 0 ? (
        <Section title={t('site.courses.others')}>
          <CourseGrid courses={result.others} />
        </Section>
      ) : null}
    </>
  );
}

/** The current page of results, or an empty state. */
function Results({
  filter,
  result,
  hrefOf,
}: {
  filter: CourseFilter;
  result: CoursePage;
  hrefOf: (page: number) => string;
}) {
  const t = siteWords.useT();
  const { text, page } = filter;
  return (
    <>
      {hasNoCourses(filter, result) ? null : (
        <p className={css['count']} role="status">
          {text
            ? t('site.courses.found_text', { text, count: result.total })
            : t('site.courses.found', { count: result.total })}
        </p>
      )}
      {result.total === 0 ? <Nothing filter={filter} result={result} /> : null}
      {result.total > 0 && result.data.length === 0 ? <BeyondLast page={page} first={hrefOf(1)} /> : null}
      {result.data.length > 0 ? (
        <>
          <CourseGrid courses={result.data} />
          <Pager page={result.current_page} hasMore={result.has_more} hrefOf={hrefOf} />
        </>
      ) : null}
    </>
  );
}

/** The columns above the courses, hidden while searching or paging. Both appear together, so that nothing moves under a finger. */
function BelowColumns({ isPlain, children }: { isPlain: boolean; children: ReactNode }) {
  const { data, failed } = useLoad(loadColumns);
  if (!isPlain) return children;
  if (!data && !failed) return <GridSkeleton />;
  return (
    <>
      {data?.data.map((column) => (
        <Column key={column.id} column={column} />
      ))}
      {children}
    </>
  );
}

/** All published courses: search in Chinese or pinyin, filter by subject, four sort orders. */
export function CoursesPage() {
  const t = siteWords.useT();
  const { text, subject, sort, page, change, hrefWith } = useCourseFilter();
  const hrefOf = (to: number): string => hrefWith(to > 1 ? { page: String(to) } : {});
  const subjects = useLoad(loadSubjects);
  const load = useCallback(
    (signal: AbortSignal) => {
      const id = Number(subject);
      return call(site.listCourses, {
        query: { text, sort, page, ...(Number.isInteger(id) && id > 0 ? { subject_id: id } : {}) },
        signal,
      });
    },
    [text, subject, sort, page],
  );
  const { data, failed, error, reload } = useLoad(load);
  useTitle(text || t('site.courses.title'));
  const filter = { text, subject, sort, page };
  const isPlain = text === '' && subject === '' && page === 1;
  return (
    <SiteFrame>
      <h1 className={css['title']}>{t('site.courses.title')}</h1>
      {data && hasNoCourses(filter, data) ? null : (
        <div className={css['tools']}>
          <SearchBox text={text} />
          <div className={css['filters']}>
            <SelectField
              label={t('site.courses.sort')}
              showLabel={false}
              value={sort}
              options={courseOrders.map(({ value }) => ({ value, label: t(`site.courses.sorts.${value}`) }))}
              onChange={(value) => change({ sort: value === 'default' ? '' : value })}
            />
          </div>
        </div>
      )}
      {subjects.data || subjects.failed ? null : <Skeleton height={48} />}
      <SubjectFilter
        subjects={subjects.data?.data ?? []}
        chosen={subject}
        hrefOf={(id) => hrefWith({ subject_id: id })}
      />
      <BelowColumns isPlain={isPlain}>
        {failed ? <LoadFailure error={error} retry={reload} /> : null}
        {!data && !failed ? <GridSkeleton /> : null}
        {data ? <Results filter={filter} result={data} hrefOf={hrefOf} /> : null}
      </BelowColumns>
    </SiteFrame>
  );
}
