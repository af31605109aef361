import { useState } from 'react';
import words from 'virtual:locale/developments';
import type { JobEntry } from '@kaike/shared/contracts/system/developments';
import * as developments from '@kaike/shared/contracts/system/developments';
import { call } from '../../../api/client.ts';
import { useDates } from '../../../app/dates.ts';
import { Button } from '../../../ui/button.tsx';
import css from './developer-area.module.css';
import { EntryTable, type EntryColumn } from './entry-table.tsx';
import { Loaded } from './loaded.tsx';

function Moment({ at }: { at: string | null }) {
  const dates = useDates();
  return at === null ? '–' : dates.minute(at);
}

function Retry({ job, reload }: { job: JobEntry; reload: () => void }) {
  const t = words.useT();
  const [busy, setBusy] = useState(false);
  if (job.state === 'running' || job.state === 'due') return null;
  const retry = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(developments.retryJob, { params: { id: job.id } });
      reload();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={busy} onClick={() => void retry()}>
      {t('developments.retry')}
    </Button>
  );
}

function State({ state }: Pick<JobEntry, 'state'>) {
  const t = words.useT();
  return t(`developments.states.${state}`);
}

const columnsOf = (reload: () => void): EntryColumn<JobEntry>[] => [
  { key: 'job', cell: ({ name }) => <span className={css['code']}>{name}</span> },
  { key: 'state', cell: ({ state }) => <State state={state} /> },
  { key: 'run_at', cell: ({ run_at: at }) => <Moment at={at} /> },
  { key: 'attempts', cell: ({ attempts, max_attempts: most }) => `${attempts} / ${most}` },
  { key: 'last_error', cell: ({ last_error: error }) => <div className={css['error']}>{error ?? ''}</div> },
  { key: 'retry', cell: (job) => <Retry job={job} reload={reload} /> },
];

type Schedule = { name: string; last_run: string | null };
const plannedColumns: readonly EntryColumn<Schedule>[] = [
  { key: 'job', cell: ({ name }) => <span className={css['code']}>{name}</span> },
  { key: 'last_run', cell: ({ last_run: at }) => <Moment at={at} /> },
];

export function JobsTab() {
  const t = words.useT();
  return (
    <Loaded contract={developments.listJobs}>
      {({ jobs, planned }, reload) => (
        <>
          <h2 className={css['heading']}>{t('developments.queue')}</h2>
          <EntryTable
            entries={jobs}
            columns={columnsOf(reload)}
            idOf={({ id }) => String(id)}
            textOf={({ name, state, last_error: error }) => `${name} ${state} ${error ?? ''}`}
          />
          <h2 className={css['heading']}>{t('developments.planned')}</h2>
          <EntryTable
            entries={planned}
            columns={plannedColumns}
            idOf={({ name }) => name}
            textOf={({ name }) => name}
          />
        </>
      )}
    </Loaded>
  );
}
