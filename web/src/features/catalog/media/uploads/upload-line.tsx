import { formatBytes, formatClock } from '@kaike/shared/kit/format';
import type { Translate } from '@kaike/shared/kit/wording';
import mediaWords from 'virtual:locale/media';
import { useLocale } from '../../../../app/wording.ts';
import { Button, Progress } from '../../../../kit/widgets.ts';
import css from '../media.module.css';
import type { ListedUpload } from './uploads-list.ts';
import { pauseUpload, resumeUpload } from './uploads-store.ts';
import type { UploadSnapshot } from './upload-work.ts';

const percentOf = ({ sent, size }: UploadSnapshot): number => Math.floor((sent * 100) / Math.max(1, size));

function describe(view: UploadSnapshot, t: Translate, locale: string): string {
  if (view.state === 'failed') return view.failure_text || t(`media.failures.${view.failure ?? 'server'}`);
  if (view.state !== 'uploading') return t(`media.states.${view.state}`);
  const parts = [t('media.progress', { sent: formatBytes(view.sent, locale), size: formatBytes(view.size, locale) })];
  if (view.speed > 0)
    parts.push(
      t('media.speed', { speed: formatBytes(view.speed, locale) }),
      t('media.left', { time: formatClock((view.size - view.sent) / view.speed) }),
    );
  return parts.join(' · ');
}

/** One upload: progress, speed and actions. `replace` chooses another file, where that is possible. */
export function UploadLine({
  upload,
  replace,
  cancel,
}: {
  upload: ListedUpload;
  replace?: () => void;
  cancel: () => void;
}) {
  const t = mediaWords.useT();
  const locale = useLocale();
  const { view, id } = upload;
  const { state } = view;
  const [isRunning, isFailed] = [state === 'uploading' || state === 'offline', state === 'failed'];
  return (
    <div className={css['upload']} data-state={state}>
      {isFailed ? null : (
        <Progress
          className={css['bar'] ?? ''}
          percent={percentOf(view)}
          size="small"
          status={state === 'uploading' ? 'active' : 'normal'}
          aria-label={view.name}
        />
      )}
      <span className={isFailed ? `${css['note']} ${css['bad']}` : css['note']} role="status">
        {describe(view, t, locale)}
      </span>
      <span className={css['buttons']}>
        {isRunning ? (
          <Button size="small" onClick={() => pauseUpload(id)}>
            {t('media.pause')}
          </Button>
        ) : null}
        {state === 'paused' ? (
          <Button size="small" type="primary" onClick={() => resumeUpload(id)}>
            {t('media.resume')}
          </Button>
        ) : null}
        {isFailed && view.failure === 'server' ? (
          <Button size="small" type="primary" onClick={() => resumeUpload(id)}>
            {t('media.retry')}
          </Button>
        ) : null}
        {isFailed && view.failure !== 'server' && replace ? (
          <Button size="small" type="primary" onClick={replace}>
            {t('media.choose_other')}
          </Button>
        ) : null}
        {state === 'finishing' || state === 'done' ? null : (
          <Button size="small" type="text" onClick={cancel}>
            {t('media.cancel')}
          </Button>
        )}
      </span>
    </div>
  );
}
