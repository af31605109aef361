import { formatBytes, formatClock } from '@kaike/shared/kit/format';
import type { Translate } from '@kaike/shared/kit/wording';
import { useLocale, useT } from '../../app/wording.ts';
import { Button, Progress } from '../../kit/widgets.ts';
import css from './media.module.css';
import { cancelUpload, pauseUpload, resumeUpload, type Upload } from './uploads-store.ts';
import type { UploadSnapshot } from './upload-work.ts';

const percentOf = ({ sent, size }: UploadSnapshot): number => Math.floor((sent * 100) / Math.max(1, size));

function describe(view: UploadSnapshot, t: Translate, locale: string): string {
  if (view.state === 'failed') return view.failure_text || t(`media.failures.${view.failure ?? 'server'}`);
  if (view.state !== 'uploading') return t(`media.states.${view.state}`);
  const parts = [t('media.progress', { sent: formatBytes(view.sent, locale), size: formatBytes(view.size, locale) })];
  if (view.speed > 0) parts.push(t('media.speed', { speed: formatBytes(view.speed, locale) }), t('media.left', { time: formatClock((view.size - view.sent) / view.speed) }));
  return parts.join(' · ');
}

const barStatus = ({ state }: UploadSnapshot) => (state === 'failed' ? 'exception' : state === 'uploading' ? 'active' : 'normal');

/** One upload: how far it is, how fast, and what may be done about it. */
export function UploadLine({ upload }: { upload: Upload }) {
  const t = useT();
  const locale = useLocale();
  const { view, id } = upload;
  const isRunning = view.state === 'uploading' || view.state === 'offline';
  return (
    <div className={css['upload']} data-state={view.state}>
      <Progress className={css['bar'] ?? ''} percent={percentOf(view)} size="small" status={barStatus(view)} aria-label={view.name} />
      <span className={view.state === 'failed' ? `${css['note']} ${css['bad']}` : css['note']} role="status">{describe(view, t, locale)}</span>
      <span className={css['buttons']}>
        {isRunning ? <Button size="small" onClick={() => pauseUpload(id)}>{t('media.pause')}</Button> : null}
        {view.state === 'paused' ? <Button size="small" type="primary" onClick={() => resumeUpload(id)}>{t('media.resume')}</Button> : null}
        {view.state === 'failed' && view.failure === 'server' ? <Button size="small" type="primary" onClick={() => resumeUpload(id)}>{t('media.retry')}</Button> : null}
        {view.state === 'finishing' || view.state === 'done' ? null : <Button size="small" type="text" onClick={() => void cancelUpload(id)}>{t('media.cancel')}</Button>}
      </span>
    </div>
  );
}
