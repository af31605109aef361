import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import siteWords from 'virtual:locale/site';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { useLoad } from '../../../app/loading/use-load.ts';
import { useTitle } from '../../../app/use-title.ts';
import { buttonClass } from '../../../ui/button.tsx';
import type { IconName } from '../../../ui/icon.tsx';
import { EmptyState } from '../../../ui/parts.tsx';
import { GridSkeleton } from './records/cards.tsx';
import { SiteFrame } from './site-frame.tsx';
import css from './site.module.css';

type Props<Answer> = {
  title: string;
  /** Must keep its identity. */
  load: (signal: AbortSignal) => Promise<Answer>;
  empty: { icon: IconName; title: string; text?: string; is: (answer: Answer) => boolean };
  children: (answer: Answer) => ReactNode;
};

/** A public list with title, loading, error and empty states; the empty state links to the courses. */
export function ListPage<Answer>({ title, load, empty, children }: Props<Answer>) {
  const t = siteWords.useT();
  const page = usePage();
  const { data, failed, error, reload } = useLoad(load);
  useTitle(title);
  return (
    <SiteFrame>
      <h1 className={css['title']}>{title}</h1>
      {failed ? <LoadFailure error={error} retry={reload} /> : null}
      {!data && !failed ? <GridSkeleton /> : null}
      {data && empty.is(data) && page > 1 ? <BeyondLast page={page} first="?page=1" /> : null}
      {data && empty.is(data) && page === 1 ? (
        <EmptyState
          icon={empty.icon}
          title={empty.title}
          {...(empty.text ? { text: empty.text } : {})}
          action={
            <Link className={buttonClass('primary')} to="/open/courses">
              {t('site.courses.show_all')}
            </Link>
          }
        />
      ) : null}
      {data && !empty.is(data) ? children(data) : null}
    </SiteFrame>
  );
}

/** The last page the server accepts. */
const lastPage = 1000;

/** The page number in the URL; 1 if invalid. */
export function usePage(): number {
  const page = Number(useSearchParams()[0].get('page'));
  return Number.isInteger(page) && page > 0 ? Math.min(page, lastPage) : 1;
}

/** Shown for a page beyond the last one: its entries have moved to earlier pages. */
export function BeyondLast({ page, first }: { page: number; first: string }) {
  const t = siteWords.useT();
  return (
    <EmptyState
      icon="search"
      title={t('site.courses.beyond', { page })}
      action={
        <Link className={buttonClass('primary')} to={first}>
          {t('site.courses.to_first')}
        </Link>
      }
    />
  );
}

type Turning = { page: number; hasMore: boolean; hrefOf: (page: number) => string };

/** Links to the previous and next page; nothing when there is only one. */
export function Pager({ page, hasMore, hrefOf }: Turning) {
  const t = siteWords.useT();
  if (page === 1 && !hasMore) return null;
  return (
    <nav className={css['pages']} aria-label={t('site.courses.pages')}>
      {page > 1 ? (
        <Link className={buttonClass()} rel="prev" to={hrefOf(page - 1)}>
          {t('site.courses.previous')}
        </Link>
      ) : null}
      <span>{t('site.courses.page', { page })}</span>
      {hasMore ? (
        <Link className={buttonClass()} rel="next" to={hrefOf(page + 1)}>
          {t('site.courses.next')}
        </Link>
      ) : null}
    </nav>
  );
}
