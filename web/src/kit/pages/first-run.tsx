import { Alert, Button, Modal } from 'antd';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { addDemo, getDemo } from '@kaike/shared/contracts/setup';
import { call } from '../../api/client.ts';
import { useT } from '../../app/wording.ts';

const pollMs = 2000;

const useDemo = (enabled: boolean) =>
  useQuery({
    queryKey: ['demo'],
    queryFn: () => call(getDemo, { quiet: true }),
    retry: false,
    refetchInterval: (query) => (query.state.data?.state === 'running' ? pollMs : false),
    enabled,
  });

/** Whether it is not known yet what `FirstRun` shows: what is below it would be pushed down. */
export const useIsFirstRunPending = (isSuper: boolean): boolean => useDemo(isSuper).isLoading;

/** Next steps for an empty school: the first steps, or a demo school to look around in. */
export function FirstRun() {
  const t = useT();
  const client = useQueryClient();
  const { data } = useDemo(true);
  const isReady = data?.state === 'ready';
  useEffect(() => {
    if (isReady) void client.invalidateQueries({ queryKey: ['dashboard'] });
  }, [isReady, client]);
  if (!data || (!data.is_empty && data.state === 'none')) return null;
  if (data.state === 'ready') {
    return (
      <Alert
        type="success"
        showIcon
        closable
        className="kk-first"
        title={t('admin.first.ready')}
        description={
          <>
            <span>
              {t('admin.first.member')} <code>learner_1</code>
            </span>{' '}
            <span>
              {t('admin.first.agency')} <code>agency_hz01</code>
            </span>{' '}
            <span>
              {t('admin.first.password')} <code>{data.password}</code>
            </span>
          </>
        }
      />
    );
  }
  const start = (): void => {
    Modal.confirm({
      title: t('admin.first.demo'),
      content: t('admin.first.demo_text'),
      okText: t('admin.first.demo_start'),
      cancelText: t('kit.cancel'),
      onOk: async () => {
        await call(addDemo);
        await client.invalidateQueries({ queryKey: ['demo'] });
      },
    });
  };
  const step = /\d+ of \d+/.exec(data.step)?.[0].replace(' of ', ' / ') ?? '';
  return (
    <section className="kk-panel kk-padded kk-first" aria-label={t('admin.first.title')}>
      <h2>{t('admin.first.title')}</h2>
      <ol>
        <li>
          <Link to="/admin/courses?open=0">{t('admin.first.course')}</Link>
        </li>
        <li>
          <Link to="/admin/products?open=0">{t('admin.first.product')}</Link>
        </li>
        <li>
          <Link to="/admin/card-batches?open=0">{t('admin.first.cards')}</Link>
        </li>
      </ol>
      {data.state === 'running' ? (
        <p role="status">{t('admin.first.running', { step })}</p>
      ) : (
        <Button onClick={start}>{t('admin.first.demo')}</Button>
      )}
    </section>
  );
}
