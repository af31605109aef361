import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/parts.tsx';
import { LoadFailure } from '../loading/load-failure.tsx';
import { useT } from '../wording.ts';

/** What `useInfiniteQuery` returns. */
type List<Page> = {
  data: { pages: readonly Page[] } | undefined;
  error: unknown;
  refetch: () => unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};

/** The button for the next rows, where there are more. */
export function MoreRows({
  list: { hasNextPage, isFetchingNextPage, fetchNextPage },
  label,
}: {
  list: Pick<List<unknown>, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  /** Absent: “more”. */
  label?: string;
}) {
  const t = useT();
  if (!hasNextPage) return null;
  return (
    <Button block busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {label ?? t('common.more')}
    </Button>
  );
}

/** Rows that come page by page: their placeholder, why there are none, and a button for more. */
export function PagedList<Page extends { data: readonly unknown[] }>({
  list,
  empty,
  children,
}: {
  list: List<Page>;
  /** What stands there without a row. */
  empty: ReactNode;
  children: (rows: Page['data'][number][]) => ReactNode;
}) {
  const { data, error, refetch } = list;
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} />;
  const rows = data.pages.flatMap((page) => page.data);
  if (rows.length === 0) return <>{empty}</>;
  return (
    <>
      {children(rows)}
      <MoreRows list={list} />
    </>
  );
}
