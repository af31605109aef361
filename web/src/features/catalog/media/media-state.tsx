import type { MediaItem } from '@kaike/shared/contracts/catalog/media';
import { retryableFailures, type MediaFailure } from '@kaike/shared/domain/catalog/media/media-failure';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import { request } from '../../../api/client.ts';
import { useT } from '../../../app/wording.ts';
import { Button, Progress } from '../../../kit/widgets.ts';
import css from './media.module.css';

type Props = { media: Pick<MediaItem, 'id' | 'status' | 'progress' | 'error'>; onChange: () => void };

/** Processes a failed video again. */
export async function retryMedia(id: number): Promise<void> {
  await request('PUT', '/admin/media/retry', { body: { ids: [id] } });
}

/** A video that cannot be played (yet): its progress, or the reason. */
export function MediaState({ media, onChange }: Props) {
  const t = useT();
  if (media.status === mediaStatus.processing) {
    const text = media.progress > 0 ? t('media.processing', { percent: media.progress }) : t('media.queued');
    return (
      <div className={css['upload']}>
        <Progress
          className={css['bar'] ?? ''}
          percent={media.progress}
          size="small"
          status="active"
          showInfo={false}
          aria-label={text}
        />
        <span className={css['note']} role="status">
          {text}
        </span>
      </div>
    );
  }
  if (media.status !== mediaStatus.failed) return null;
  const canRetry = retryableFailures.includes(media.error as MediaFailure);
  return (
    <div className={css['upload']}>
      <span className={`${css['note']} ${css['bad']}`}>{t(`media.reasons.${media.error || 'internal'}`)}</span>
      {canRetry ? (
        <Button size="small" onClick={() => void retryMedia(media.id).then(onChange, () => undefined)}>
          {t('media.process_again')}
        </Button>
      ) : null}
    </div>
  );
}
