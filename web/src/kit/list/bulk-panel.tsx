import { Button, Progress } from 'antd';
import { useState } from 'react';
import { useT } from '../../app/wording.ts';
import { closeBulk, pauseBulk, resumeBulk, useBulkRun, type BulkState } from './bulk-run.ts';

const looks: Record<BulkState, 'active' | 'success' | 'exception' | 'normal'> = { idle: 'normal', running: 'active', paused: 'normal', failed: 'exception', finished: 'success' };
const percentFull = 100;

/** The bulk write that runs: how far it is, and in the end what was refused and why. */
export function BulkPanel() {
  const t = useT();
  const run = useBulkRun();
  const [isOpen, setIsOpen] = useState(false);
  if (run.state === 'idle') return null;
  const percent = run.state === 'finished' ? percentFull : Math.floor((run.looked / Math.max(1, run.total)) * percentFull);
  return (
    <aside className="kk-bulk" aria-label={run.title}>
      <strong>{run.title}</strong>
      <Progress percent={percent} size="small" status={looks[run.state]} aria-label={run.title} />
      <span role="status" aria-live="polite">{t(run.state === 'finished' ? 'lists.bulk.result' : 'lists.bulk.progress', { done: run.done, failed: run.failed_count, looked: run.looked, total: run.total })}</span>
      {run.state === 'failed' ? <span className="kk-error">{run.error || t('kit.load_failed_hint')}</span> : null}
      {run.failed_count > 0 ? <Button type="link" size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>{t('lists.bulk.reasons', { count: run.failed_count })}</Button> : null}
      {isOpen ? <ul className="kk-failed">{run.failed.map((row) => <li key={row.id}>{row.title || `#${row.id}`}{t('lists.colon')}{row.message}</li>)}</ul> : null}
      <span className="kk-buttons">
        {run.state === 'running' ? <Button size="small" onClick={pauseBulk}>{t('transfer.pause')}</Button> : null}
        {run.state === 'paused' || run.state === 'failed' ? <Button size="small" type="primary" onClick={resumeBulk}>{t(run.state === 'failed' ? 'kit.retry' : 'transfer.resume')}</Button> : null}
        <Button size="small" onClick={closeBulk}>{t(run.state === 'finished' ? 'kit.close' : 'lists.bulk.stop')}</Button>
      </span>
    </aside>
  );
}
