import { Button, Empty, Modal, Skeleton } from 'antd';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { LogHistoryEntry } from '@kaike/shared/contracts/office/logs';
import * as logs from '@kaike/shared/contracts/office/logs';
import { formatDateTime } from '@kaike/shared/kit/format';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { useT } from '../../app/wording.ts';
import { LoadError } from '../load-error.tsx';
import css from './record-history.module.css';
import { wordsOf } from '../words/use-words.ts';

type Change = LogHistoryEntry['changes'][number];
type Props = { resource: string; id: number; mayRestore: boolean; reload: () => void };

/** Confirms before an earlier value is restored. Resolves once that is done or cancelled. */
export function confirmRestore(
  t: ReturnType<typeof useT>,
  { log_id, change, done }: { log_id: number; change: Change; done: () => void },
): void {
  const word = (key: string, params?: Record<string, string>): string => t(`resources.logs.${key}`, params);
  Modal.confirm({
    title: word('restore_title', { field: change.label }),
    content: word('restore_text', { value: change.before ?? word('detail.empty') }),
    okText: word('restore'),
    cancelText: t('kit.cancel'),
    onOk: async () => {
      try {
        await call(logs.restoreField, { params: { id: log_id }, body: { field: change.key } });
        toast('success', word('restored'));
        done();
      } catch (error) {
        if (error instanceof ApiError && !error.handled) toast('error', error.message);
      }
    },
  });
}

/** The history of a record, latest first, where earlier values can be restored. */
export function RecordHistory({ resource, id, mayRestore, reload }: Props) {
  const t = useT();
  const words = wordsOf(t, resource);
  const word = (key: string): string => t(`resources.logs.${key}`);
  const { data, isError, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['logs', 'history', resource, id],
    staleTime: 0,
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      call(logs.getRecordHistory, {
        query: { resource, record_id: String(id), ...(pageParam > 0 ? { before_id: pageParam } : {}) },
      }),
    getNextPageParam: (page) => (page.has_more ? page.data.at(-1)?.id : undefined),
  });
  if (isError && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const entries = data.pages.flatMap((page) => page.data);
  if (entries.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('history_empty')} />;
  const value = (text: string | null) => text ?? word('detail.empty');
  return (
    <>
      <ol className={css['list']}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <div className={css['head']}>
              <b>{entry.operator}</b>
              <span>{words.action(entry.action)}</span>
              <Link to={`/admin/logs/${entry.id}`} className="kk-muted">
                {formatDateTime(entry.created_at)}
              </Link>
            </div>
            {entry.reason ? <p className="kk-muted">{entry.reason}</p> : null}
            {entry.is_erased ? <p className="kk-muted">{word('detail.erased')}</p> : null}
            {entry.changes.map((change) => (
              <div key={change.key} className={css['change']}>
                <span className="kk-muted">{change.label}</span>
                <span>
                  <del>{value(change.before)}</del> → <ins>{value(change.after)}</ins>
                </span>
                {change.can_restore && mayRestore ? (
                  <Button
                    size="small"
                    type="link"
                    onClick={() =>
                      confirmRestore(t, {
                        log_id: entry.id,
                        change,
                        done: () => {
                          reload();
                          void refetch();
                        },
                      })
                    }
                  >
                    {word('restore')}
                  </Button>
                ) : null}
              </div>
            ))}
          </li>
        ))}
      </ol>
      {hasNextPage ? (
        <Button block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {word('more')}
        </Button>
      ) : null}
    </>
  );
}
