import type { media } from '@kaike/shared/resources/catalog/media';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { mediaKind } from '@kaike/shared/domain/catalog/media/media-kind';
import { mediaStatus, mediaStatusChoices } from '@kaike/shared/domain/catalog/media/media-status';
import { formatClock } from '@kaike/shared/kit/format';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import { useT } from '../../../app/wording.ts';
import { KitIcon } from '../../../kit/kit-icon.tsx';
import type { PanelProps, ResourceView, ShownRowOf } from '../../../kit/resource-view.ts';
import { Folders } from './folders/folders.tsx';
import { MediaState } from './media-state.tsx';
import css from './media.module.css';
import { VideoPreview } from './video-preview.tsx';

type Row = ShownRowOf<typeof media>;

// Uploading is loaded only for those who may.
const LibraryUpload = lazy(async () => ({
  default: (await loadChunk(() => import('./library-upload.tsx'))).LibraryUpload,
}));

const pollMs = 3000;

/** The film to be played, or how far it is. */
function PlayPart({ row, reload }: PanelProps<typeof media, { used_in: Use[] }>) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  if (row.status !== mediaStatus.ready) {
    return (
      <MediaState
        media={{
          id: row.id,
          status: Number(row.status),
          progress: Number(row.progress),
          error: String(row.error),
        }}
        onChange={reload}
      />
    );
  }
  return (
    <div>
      <button type="button" className={css['play']} onClick={() => setIsOpen(true)}>
        {typeof row.cover === 'string' && row.cover !== '' ? <img src={row.cover} alt="" /> : null}
        <span>
          <KitIcon name="play" /> {t('media.preview')}
        </span>
      </button>
      {isOpen ? (
        <VideoPreview
          id={row.id}
          title={String(row.title)}
          isSound={row.kind === mediaKind.sound}
          close={() => setIsOpen(false)}
        />
      ) : null}
    </div>
  );
}

type Use = { course_id: number; course_title: string; lesson_title: string | null };

/** The lessons that use the file, each with a link to its course. */
function UsesPart({ row }: PanelProps<typeof media, { used_in: Use[] }>) {
  const t = useT();
  const { used_in: uses = [] } = row;
  return (
    <section aria-labelledby="media-uses">
      <h3 id="media-uses" className={css['title']}>
        {t('media.used_in')}
      </h3>
      {uses.length === 0 ? (
        <p className="kk-muted">{t('media.unused')}</p>
      ) : (
        <ul className={css['uses']}>
          {uses.map(({ course_id: id, course_title: course, lesson_title: lesson }) => (
            <li key={`${id}-${lesson}`}>
              <Link to={`/admin/courses?open=${id}&tab=outline`}>{course}</Link>
              <span className="kk-muted">{lesson ?? t('media.as_trailer')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The status, and the progress while the video is being processed. */
function StatusCell({ row }: { row: Row }) {
  const t = useT();
  const choice = mediaStatusChoices.find(({ value }) => value === row.status);
  const isProcessing = row.status === mediaStatus.processing && Number(row.progress) > 0;
  const text = isProcessing
    ? t('media.processing', { percent: Number(row.progress) })
    : t(`resources.media.choices.status.${choice?.key ?? ''}`);
  return <span className={`kk-tag kk-tag-${choice?.tone ?? 'default'}`}>{text}</span>;
}

export const resourceView: ResourceView<typeof media> = {
  toolbar: (props) => (
    <Suspense>
      <LibraryUpload {...props} />
    </Suspense>
  ),
  beside: Folders,
  drop_action: 'move',
  chart: PlayPart,
  overview: UsesPart,
  cells: { status: (row) => <StatusCell row={row} />, duration_sec: (row) => formatClock(row.duration_sec) },
  poll: (rows) => (rows.some((row) => row.status === mediaStatus.processing) ? pollMs : false),
};
