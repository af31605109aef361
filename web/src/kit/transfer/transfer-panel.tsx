import { Button, Progress } from 'antd';
import { useT } from '../../app/wording.ts';
import { cancelTransfer, pauseTransfer, resumeTransfer, useTransfer } from './transfer-task.ts';

/** The running task, on every page of the back office. */
export function TransferPanel() {
  const t = useT();
  const { state, kind, title, progress, rows } = useTransfer();
  if (state === 'idle' || !kind) return null;
  return (
    <aside className="kk-transfer" role="status" aria-live="polite">
      <strong>{state === 'paused' ? t('transfer.paused') : t(kind === 'export' ? 'transfer.exporting' : 'transfer.importing', { name: title })}</strong>
      <Progress percent={progress} size="small" status={state === 'paused' ? 'exception' : state === 'finished' ? 'success' : 'active'} aria-label={title} />
      <span className="kk-muted">{t('transfer.rows', { count: rows })}</span>
      {state === 'finished' ? null : (
        <span className="kk-buttons">
          {state === 'running' ? <Button size="small" onClick={pauseTransfer}>{t('transfer.pause')}</Button> : <Button size="small" type="primary" onClick={resumeTransfer}>{t('transfer.resume')}</Button>}
          <Button size="small" danger onClick={cancelTransfer}>{t('transfer.cancel')}</Button>
        </span>
      )}
    </aside>
  );
}
