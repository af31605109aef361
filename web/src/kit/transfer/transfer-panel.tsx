import { Button, Progress } from 'antd';
import transferWords from 'virtual:locale/kit_transfer';
import { useT } from '../../app/wording.ts';
import { ImportResult } from './import/import-result.tsx';
import { transferPorts } from './ports.ts';
import { useTransfer } from './transfer-state.ts';
import { cancelTransfer, pauseTransfer, resumeTransfer } from './transfer-task.ts';

const headings = {
  export: { running: 'transfer.exporting', finished: 'transfer.export_ended' },
  import: { running: 'transfer.importing', finished: 'transfer.import_ended' },
} as const;
const headingOf = (state: string, kind: 'export' | 'import'): string =>
  state === 'paused' ? 'transfer.paused' : headings[kind][state === 'finished' ? 'finished' : 'running'];

/** The running task, and the result of the last import, on every page of the back office. */
export function TransferPanel() {
  const t = useT();
  const own = transferWords.useT();
  const { state, kind, title, progress, rows, failed, restored, end, is_in_page } = useTransfer();
  if (is_in_page) return null;
  if (end && state !== 'running') return <ImportResult end={end} />;
  if (state === 'idle' || !kind) return null;
  const heading = restored ? own('kit_transfer.found', { name: title }) : t(headingOf(state, kind), { name: title });
  const hint = restored ? own('kit_transfer.found_hint') : failed ? own('kit_transfer.failed') : '';
  return (
    <aside className="kk-transfer" role="status" aria-live="polite">
      <strong>{heading}</strong>
      {hint ? <span>{hint}</span> : null}
      <Progress
        percent={progress}
        size="small"
        status={failed ? 'exception' : state === 'finished' ? 'success' : 'active'}
        aria-label={title}
      />
      <span className="kk-muted">{t('transfer.rows', { count: rows })}</span>
      {state === 'finished' ? null : (
        <span className="kk-buttons">
          {state === 'running' ? (
            <Button size="small" onClick={pauseTransfer}>
              {t('transfer.pause')}
            </Button>
          ) : (
            <Button size="small" type="primary" onClick={resumeTransfer}>
              {t('transfer.resume')}
            </Button>
          )}
          <Button size="small" danger onClick={() => void cancelTransfer(transferPorts)}>
            {t('transfer.cancel')}
          </Button>
        </span>
      )}
    </aside>
  );
}
