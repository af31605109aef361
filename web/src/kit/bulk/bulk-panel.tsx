import { Button } from 'antd';
import bulkWords from 'virtual:locale/bulk_runs';
import { bulkState } from '@kaike/shared/domain/office/bulk-run';
import { listRuns, openRun } from './bulk-state.ts';
import { titleOf } from './bulk-title.ts';
import css from './bulk.module.css';
import { RunButtons, RunProgress, RunReasons } from './run-view.tsx';
import { useRun } from './use-run.ts';

/** Shows the current run in a corner of every page, and at the end what was refused and why. */
export function BulkPanel({ id }: { id: number }) {
  const t = bulkWords.useT();
  const { data, isError, refetch } = useRun(id);
  if (!data) {
    return isError ? (
      <aside className={css['panel']}>
        <span className="kk-error">{t('kit.load_failed_hint')}</span>
        <span className="kk-buttons">
          <Button size="small" onClick={() => void refetch()}>
            {t('kit.retry')}
          </Button>
          <Button size="small" onClick={() => openRun(null)}>
            {t('kit.close')}
          </Button>
        </span>
      </aside>
    ) : null;
  }
  const { run } = data;
  const title = titleOf(t, run);
  return (
    <aside className={css['panel']} aria-label={title}>
      <strong>{title}</strong>
      <RunProgress run={run} label={title} />
      {run.state === bulkState.running ? <span className="kk-muted">{t('bulk_runs.leave')}</span> : null}
      <RunReasons run={run} />
      <span className="kk-buttons">
        <RunButtons run={run} />
        <Button size="small" type="link" onClick={() => listRuns(true)}>
          {t('bulk_runs.all')}
        </Button>
        {run.state === bulkState.running ? null : (
          <Button size="small" onClick={() => openRun(null)}>
            {t('kit.close')}
          </Button>
        )}
      </span>
    </aside>
  );
}
