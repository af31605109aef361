import { Alert, Button, Modal } from '../../../../kit/widgets.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import * as setup from '@kaike/shared/contracts/system/setup';
import { call } from '../../../../api/client.ts';
import { useT } from '../../../../app/wording.ts';
import { KitIcon } from '../../../../kit/kit-icon.tsx';
import css from './first-run.module.css';

const pollMs = 2000;
/** What an empty school begins with, and the resource whose form opens. */
const steps = [
  ['course', 'courses'],
  ['product', 'products'],
  ['cards', 'card-batches'],
] as const;

/** Services that bring learners the code they register with, by their group of settings; one of them is enough. */
const channels = ['sms', 'mail'] as const;

const useDemo = (enabled: boolean) =>
  useQuery({
    queryKey: ['demo'],
    queryFn: () => call(setup.getDemo, { quiet: true }),
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
        className={css['first'] ?? ''}
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
        await call(setup.createDemo);
        await client.invalidateQueries({ queryKey: ['demo'] });
      },
    });
  };
  const step = /\d+ of \d+/.exec(data.step)?.[0].replace(' of ', ' / ') ?? '';
  return (
    <section className={`kk-panel kk-padded ${css['first'] ?? ''}`} aria-label={t('admin.first.title')}>
      <h2>{t('admin.first.title')}</h2>
      <ol className={css['steps']}>
        {steps.map(([key, resource]) => (
          <li key={key}>
            <Link to={`/admin/${resource}?open=0`}>
              {t(`admin.first.${key}`)}
              <KitIcon name="chevron" />
            </Link>
          </li>
        ))}
        {data.is_registration_shut ? (
          <li>
            <div>
              {t('admin.first.codes')}
              <span className={css['ways']}>
                {channels.map((group) => (
                  <Link key={group} to={`/admin/configs?group=${group}`}>
                    {t(`admin.first.${group}`)}
                  </Link>
                ))}
              </span>
            </div>
          </li>
        ) : null}
      </ol>
      {data.state === 'running' ? (
        <p role="status">{t('admin.first.running', { step })}</p>
      ) : (
        <Button onClick={start}>{t('admin.first.demo')}</Button>
      )}
    </section>
  );
}
