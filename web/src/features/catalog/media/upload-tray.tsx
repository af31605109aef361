import { useState } from 'react';
import mediaWords from 'virtual:locale/media';
import { Link } from 'react-router';
import { KitIcon } from '../../../kit/kit-icon.tsx';
import { Button, Progress } from '../../../kit/widgets.ts';
import css from './media.module.css';
import { UploadLine } from './uploads/upload-line.tsx';
import { trayUploads, useUploads, type ListedUpload } from './uploads/uploads-list.ts';
import { cancelUpload, dismissEnded } from './uploads/uploads-store.ts';

const hasEnded = ({ view: { state } }: ListedUpload): boolean => state === 'done' || state === 'failed';
const sum = (uploads: readonly ListedUpload[], key: 'sent' | 'size'): number =>
  uploads.reduce((total, { view }) => total + view[key], 0);

/** Where the file goes: the lesson in its course, or the library. */
const placeOf = ({ purpose: { course_id, lesson_id } }: ListedUpload): string =>
  course_id > 0 ? `/admin/courses/${course_id}?tab=outline&lesson=${lesson_id}` : '/admin/media';

/** Uploads on every page of the back office: they go on while people work elsewhere. */
export function UploadTray() {
  const t = mediaWords.useT();
  const state = useUploads();
  const [isFolded, setIsFolded] = useState(false);
  const uploads = trayUploads(state);
  if (uploads.length === 0) return null;
  const running = uploads.filter((upload) => !hasEnded(upload));
  const heading =
    running.length > 0
      ? t('media.tray.running', { count: running.length })
      : t('media.tray.ended', { count: uploads.length });
  return (
    <aside className={css['tray']} aria-label={heading}>
      <header>
        <strong>{heading}</strong>
        <Button
          type="text"
          size="small"
          aria-expanded={!isFolded}
          aria-label={t(isFolded ? 'media.tray.unfold' : 'media.tray.fold')}
          title={t(isFolded ? 'media.tray.unfold' : 'media.tray.fold')}
          className={css['fold'] ?? ''}
          icon={<KitIcon name="chevron" />}
          onClick={() => setIsFolded(!isFolded)}
        />
        {running.length === 0 ? (
          <Button
            type="text"
            size="small"
            aria-label={t('kit.close')}
            title={t('kit.close')}
            icon={<KitIcon name="close" />}
            onClick={dismissEnded}
          />
        ) : null}
      </header>
      {isFolded ? (
        <Progress
          percent={Math.floor((sum(uploads, 'sent') * 100) / Math.max(1, sum(uploads, 'size')))}
          size="small"
          aria-label={heading}
        />
      ) : (
        <ul>
          {uploads.map((upload) => (
            <li key={upload.id}>
              <Link to={placeOf(upload)}>{upload.view.name}</Link>
              <UploadLine upload={upload} cancel={() => void cancelUpload(upload.id)} />
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
