import { useQuery } from '@tanstack/react-query';
import { Drawer, Tag } from 'antd';
import bulkWords from 'virtual:locale/bulk_runs';
import type { BulkRun } from '@kaike/shared/contracts/office/bulk-runs';
import * as bulkRuns from '@kaike/shared/contracts/office/bulk-runs';
import { bulkState, type BulkState } from '@kaike/shared/domain/office/bulk-run';
import { formatDateTime } from '@kaike/shared/kit/format';
import { call } from '../../api/client.ts';
import { LoadError } from '../load-error.tsx';
import { listRuns } from './bulk-state.ts';
import { titleOf } from './bulk-title.ts';
import css from './bulk.module.css';
import { RunButtons, RunProgress, RunReasons } from './run-view.tsx';
import { allRunsKey } from './use-run.ts';

const stateWords: Record<BulkState, { name: string; color: string }> = {
  [bulkState.running]: { name: 'running', color: 'processing' },
  [bulkState.finished]: { name: 'finished', color: 'success' },
  [bulkState.cancelled]: { name: 'cancelled', color: 'default' },
  [bulkState.failed]: { name: 'failed', color: 'error' },
};
const pollMs = 2000;

function Run({ run }: { run: BulkRun }) {
  const t = bulkWords.useT();
  const title = titleOf(t, run);
  const { name, color } = stateWords[run.state];
  return (
    <li className={css['run']}>
      <span className={css['head']}>
        <strong>{title}</strong>
        <Tag color={color}>{t(`bulk_runs.${name}`)}</Tag>
      </span>
      <span className="kk-muted">{formatDateTime(run.created_at)}</span>
      <RunProgress run={run} label={title} />
      <RunReasons run={run} />
      <span className="kk-buttons">
        <RunButtons run={run} />
      </span>
    </li>
  );
}

/** The user's bulk runs of the last seven days, from any computer. */
export function BulkList() {
  const t = bulkWords.useT();
  const { data, isError, error, refetch } = useQuery({
    queryKey: allRunsKey,
    staleTime: 0,
    queryFn: () => call(bulkRuns.listBulkRuns, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.data.some((run) => run.state === bulkState.running) ? pollMs : false),
  });
  return (
    <Drawer open onClose={() => listRuns(false)} title={t('bulk_runs.mine')} size={440}>
      {isError ? <LoadError error={error} retry={() => void refetch()} /> : null}
      {data?.data.length === 0 ? <p className="kk-muted">{t('bulk_runs.none')}</p> : null}
      {data && data.data.length > 0 ? (
        <>
          <p className="kk-muted">{t('bulk_runs.hint')}</p>
          <ul className={css['runs']}>
            {data.data.map((run) => (
              <Run key={run.id} run={run} />
            ))}
          </ul>
        </>
      ) : null}
    </Drawer>
  );
}
