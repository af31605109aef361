import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import trashWords from 'virtual:locale/trash';
import type { TrashFailure, TrashResult, TrashRow } from '@kaike/shared/contracts/office/trash';
import * as trash from '@kaike/shared/contracts/office/trash';
import { formatDateTime } from '@kaike/shared/kit/format';
import { ApiError } from '../../../api/api-error.ts';
import { call, request } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import { reloadResource } from '../../../kit/use-resource.ts';
import { Alert, Button, Empty, Input, Modal, Select, Skeleton } from '../../../kit/widgets.ts';
import { keyOf, TrashTable } from './trash-table.tsx';
import styles from './trash.module.css';

type What = 'restore' | 'purge';
const paths = { restore: trash.restoreTrash.path, purge: trash.purgeTrash.path };
const shownReasons = 20;

/** The query from the URL. */
function useTrashQuery() {
  const [params, setParams] = useSearchParams();
  const query = {
    resource: params.get('resource') ?? '',
    keyword: params.get('keyword') ?? '',
    page: Math.max(1, Number(params.get('page')) || 1),
  };
  const set = (change: Partial<typeof query>): void => {
    const next = { ...query, page: 1, ...change };
    setParams(
      Object.fromEntries(
        Object.entries(next)
          .filter(([key, value]) => value !== '' && !(key === 'page' && value === 1))
          .map(([key, value]) => [key, String(value)]),
      ),
    );
  };
  return { query, set };
}

/** Restores or permanently deletes rows, and reports the failures. */
function useWrite(rows: readonly TrashRow[], done: () => void) {
  const t = trashWords.useT();
  const client = useQueryClient();
  const showResult = (what: What, { done: count, failed }: TrashResult): void => {
    if (count > 0) toast('success', t(what === 'restore' ? 'trash.restored' : 'trash.purged', { count }));
    if (failed.length === 0) return;
    Modal.warning({
      title: t('trash.failed', { count: failed.length }),
      content: (
        <ul className="kk-failed">
          {failed.slice(0, shownReasons).map((row) => (
            <li key={keyOf(row)}>{`${row.title}：${row.message}`}</li>
          ))}
        </ul>
      ),
    });
  };
  return useMutation({
    mutationFn: async (what: What) =>
      (await request('POST', paths[what], {
        body: { items: rows.map(({ resource, id }) => ({ resource, id })) },
        headers: { 'X-Idempotency-Key': crypto.randomUUID() },
      })) as TrashResult,
    onSuccess: (result, what) => showResult(what, result),
    onError: (error) => {
      if (error instanceof ApiError && !error.handled) toast('error', error.message);
    },
    onSettled: () => {
      done();
      for (const name of new Set(rows.map((row) => row.resource))) void reloadResource(client, name);
      void client.invalidateQueries({ queryKey: ['trash'] });
    },
  });
}

function Selected({ rows, clear }: { rows: readonly TrashRow[]; clear: () => void }) {
  const t = trashWords.useT();
  const write = useWrite(rows, clear);
  const confirmPurge = (): void =>
    void Modal.confirm({
      title: t('trash.purge_confirm', { count: rows.length }),
      content: t('trash.purge_hint'),
      okText: t('trash.purge'),
      okButtonProps: { danger: true },
      cancelText: t('kit.cancel'),
      onOk: () => write.mutateAsync('purge').catch(() => undefined), // Reported by the mutation.
    });
  return (
    <div className="kk-selection" role="status">
      <span>{t('trash.selected', { count: rows.length })}</span>
      <Button type="primary" loading={write.isPending} onClick={() => write.mutate('restore')}>
        {t('trash.restore')}
      </Button>
      <Button danger disabled={write.isPending} onClick={confirmPurge}>
        {t('trash.purge')}
      </Button>
    </div>
  );
}

function EmptyTrash({ filtered }: { filtered: boolean }) {
  const t = trashWords.useT();
  return (
    <Empty
      description={
        filtered ? (
          t('trash.none')
        ) : (
          <>
            {t('trash.empty')}
            <br />
            <small>{t('trash.empty_hint')}</small>
          </>
        )
      }
    />
  );
}

function Pager({ page, hasMore, go }: { page: number; hasMore: boolean; go: (page: number) => void }) {
  const t = trashWords.useT();
  if (page === 1 && !hasMore) return null;
  return (
    <div className={styles['pager']}>
      <Button disabled={page === 1} onClick={() => go(page - 1)}>
        {t('trash.previous')}
      </Button>
      <span>{t('trash.page', { page })}</span>
      <Button disabled={!hasMore} onClick={() => go(page + 1)}>
        {t('trash.next')}
      </Button>
    </div>
  );
}

/** Older rows that could not be permanently deleted, by name and with the reason. */
function Failures({ data }: { data: { failures: readonly TrashFailure[] } | undefined }) {
  const t = trashWords.useT();
  const rows = data?.failures ?? [];
  if (rows.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className={styles['failures'] ?? ''}
      title={t('trash.purge_failures', { count: rows.length })}
      description={
        <ul className="kk-failed">
          {rows.map((row) => (
            <li key={keyOf(row)}>
              {t('trash.purge_failure', {
                resource: t(`resources.${row.resource}.name`),
                title: row.title || `#${row.id}`,
                message: row.message,
                time: formatDateTime(row.failed_at).slice(0, 10),
              })}
            </li>
          ))}
        </ul>
      }
    />
  );
}

/** Rows deleted in the last 30 days: restore or permanently delete. */
export function TrashPage() {
  const t = trashWords.useT();
  const { query, set } = useTrashQuery();
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set());
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['trash', query],
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: () => call(trash.listTrash, { query, in_place: true }),
  });
  if (isError) return <LoadError error={error} retry={() => void refetch()} />;
  const rows = data?.data ?? [];
  const selectedRows = rows.filter((row) => selectedKeys.has(keyOf(row)));
  return (
    <>
      <PageTitle title={t('pages.trash')} />
      <section className="kk-panel" aria-label={t('pages.trash')}>
        <p className={`kk-muted ${styles['hint'] ?? ''}`}>{t('trash.hint')}</p>
        <div className={styles['controls']}>
          <Select
            aria-label={t('trash.resource')}
            value={query.resource}
            onChange={(resource) => set({ resource })}
            options={[
              { value: '', label: t('trash.all') },
              ...(data?.resources ?? []).map((name) => ({ value: name, label: t(`resources.${name}.name`) })),
            ]}
          />
          <Input.Search
            aria-label={t('trash.keyword')}
            placeholder={t('trash.keyword')}
            defaultValue={query.keyword}
            allowClear
            onSearch={(keyword) => set({ keyword: keyword.trim() })}
            style={{ maxWidth: 280 }}
          />
        </div>
        {selectedRows.length > 0 ? <Selected rows={selectedRows} clear={() => setSelectedKeys(new Set())} /> : null}
        {data ? null : <Skeleton active />}
        {data && rows.length === 0 ? <EmptyTrash filtered={query.resource !== '' || query.keyword !== ''} /> : null}
        {rows.length > 0 ? <TrashTable rows={rows} chosen={selectedKeys} choose={setSelectedKeys} t={t} /> : null}
        <Failures data={data} />
        <Pager page={query.page} hasMore={data?.has_more ?? false} go={(page) => set({ page })} />
      </section>
    </>
  );
}
