import { Button, Progress } from 'antd';
import { useState } from 'react';
import bulkWords from 'virtual:locale/bulk_runs';
import type { BulkRun } from '@kaike/shared/contracts/office/bulk-runs';
import { bulkState, bulkListedFailures, type BulkState } from '@kaike/shared/domain/office/bulk-run';
import { ApiError } from '../../api/api-error.ts';
import { toast } from '../../app/toasts.ts';
import css from './bulk.module.css';
import { resultsUrl, useRun, useRunActions } from './use-run.ts';

const looks: Record<BulkState, 'active' | 'success' | 'exception' | 'normal'> = {
  [bulkState.running]: 'active',
  [bulkState.finished]: 'success',
  [bulkState.cancelled]: 'normal',
  [bulkState.failed]: 'exception',
};
const percentFull = 100;

export function percentOf(run: BulkRun): number {
  return run.state === bulkState.finished
    ? percentFull
    : Math.min(percentFull - 1, Math.floor((run.looked / Math.max(1, run.total)) * percentFull));
}

/** Progress of a run, as a bar and in words. */
export function RunProgress({ run, label }: { run: BulkRun; label: string }) {
  const t = bulkWords.useT();
  const figures = { done: run.done, failed: run.failed_count, looked: run.looked, total: run.total };
  return (
    <>
      <Progress percent={percentOf(run)} size="small" status={looks[run.state]} aria-label={label} />
      <span role="status" aria-live="polite">
        {t(run.state === bulkState.running ? 'bulk_runs.progress' : 'bulk_runs.result', figures)}
      </span>
      {run.error ? <span className="kk-error">{run.error}</span> : null}
    </>
  );
}

function Reasons({ id, count }: { id: number; count: number }) {
  const t = bulkWords.useT();
  const { data } = useRun(id);
  return (
    <>
      <ul className="kk-failed">
        {data?.failures.map((row) => (
          <li key={row.id}>
            {row.title || `#${row.id}`}
            {t('lists.colon')}
            {row.message}
          </li>
        ))}
      </ul>
      {count > bulkListedFailures ? (
        <span className="kk-muted">{t('bulk_runs.more_reasons', { count: bulkListedFailures })}</span>
      ) : null}
    </>
  );
}

/** Why rows were refused, on demand; only the first ones, as the sheet has all. */
export function RunReasons({ run }: { run: BulkRun }) {
  const t = bulkWords.useT();
  const [isOpen, setIsOpen] = useState(false);
  if (run.failed_count === 0) return null;
  return (
    <>
      <Button
        type="link"
        size="small"
        className={css['plain'] ?? ''}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('bulk_runs.reasons')}
      </Button>
      {isOpen ? <Reasons id={run.id} count={run.failed_count} /> : null}
    </>
  );
}

/** The buttons that apply to a run in its current state. */
export function RunButtons({ run }: { run: BulkRun }) {
  const t = bulkWords.useT();
  const actions = useRunActions();
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (error instanceof ApiError && !error.handled) toast('error', error.message);
    } finally {
      setBusy(false);
    }
  };
  const isOpen = run.state === bulkState.running || run.state === bulkState.failed;
  return (
    <>
      {run.state === bulkState.failed ? (
        <Button size="small" type="primary" loading={busy} onClick={() => void act(() => actions.resume(run.id))}>
          {t('bulk_runs.resume')}
        </Button>
      ) : null}
      {isOpen ? (
        <Button size="small" loading={busy} onClick={() => void act(() => actions.cancel(run.id))}>
          {t('bulk_runs.stop')}
        </Button>
      ) : null}
      {run.may_restore ? (
        <Button size="small" loading={busy} onClick={() => void act(() => actions.restore(run))}>
          {t('bulk_runs.undo')}
        </Button>
      ) : null}
      {run.looked > 0 && run.state !== bulkState.running ? (
        <Button size="small" href={resultsUrl(run.id)} download>
          {t('bulk_runs.download')}
        </Button>
      ) : null}
    </>
  );
}
