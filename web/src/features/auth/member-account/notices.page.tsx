import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import accountWords from 'virtual:locale/account';
import * as account from '@kaike/shared/contracts/auth/account';
import { call } from '../../../api/client.ts';
import { useAppBadge } from '../../../ui/app-badge.ts';
import { MoreRows } from '../../../app/components/paged-list.tsx';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { useTitle } from '../../../app/use-title.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, EmptyState, Skeleton } from '../../../ui/parts.tsx';
import { AccountHeader } from './profile/account-header.tsx';
import css from './member-account.module.css';
import { toastError } from './member-account.queries.ts';
import { NoticeRow } from './notice-row.tsx';

const noticesKey = ['notices'];

function useNotices() {
  return useInfiniteQuery({
    queryKey: noticesKey,
    initialPageParam: 0,
    queryFn: ({ pageParam }) => call(account.listNotices, { query: pageParam ? { before: pageParam } : {} }),
    getNextPageParam: (page) => (page.has_more ? page.notices.at(-1)?.id : undefined),
  });
}

/** The member's notices; opening one marks it as read. */
export function NoticesPage() {
  const t = accountWords.useT();
  const client = useQueryClient();
  const list = useNotices();
  const { data, isError, error, refetch } = list;
  const unread = data?.pages[0]?.unread;
  useTitle(t('account.notice.title'));
  useAppBadge(unread);
  if (isError && !data) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} />;
  const markRead = (id: number | null): void => {
    void call(account.markNoticesRead, { body: { id } }).then(
      () => Promise.all([noticesKey, ['home']].map((queryKey) => client.invalidateQueries({ queryKey }))),
      toastError,
    );
  };
  const notices = data.pages.flatMap((page) => page.notices);
  return (
    <div className={css['stack']}>
      <AccountHeader
        title={t('account.notice.title')}
        extra={unread ? <Button onClick={() => markRead(null)}>{t('account.notice.all')}</Button> : null}
      />
      {notices.length === 0 ? (
        <EmptyState icon="bell" title={t('account.notice.empty')} text={t('account.notice.empty_text')} />
      ) : (
        <Card>
          {unread ? (
            <p className={css['muted']} role="status">
              {t('account.notice.unread', { count: unread })}
            </p>
          ) : null}
          <ul className={css['rows']}>
            {notices.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} read={() => markRead(notice.id)} />
            ))}
          </ul>
          <MoreRows list={list} label={t('account.notice.more')} />
        </Card>
      )}
    </div>
  );
}
