import type { media } from '@kaike/shared/resources/media';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { mediaKind } from '@kaike/shared/domain/media/media-kind';
import { mediaStatus, mediaStatusChoices } from '@kaike/shared/domain/media/media-status';
import { formatClock } from '@kaike/shared/kit/format';
import { loadChunk } from '../../app/loading/load-chunk.ts';
import { useT } from '../../app/wording.ts';
import type { PanelProps, ResourceView, RowOf } from '../../kit/resource-view.ts';
import { Button } from '../../kit/widgets.ts';
import { Folders } from './folders/folders.tsx';
import { MediaState } from './media-state.tsx';
import css from './media.module.css';
import { VideoPreview } from './video-preview.tsx';

type Row = RowOf<typeof media>;

// Uploading is loaded only for those who may.
const LibraryUpload = lazy(async () => ({
  default: (await loadChunk(() => import('./library-upload.tsx'))).LibraryUpload,
}));

const pollMs = 3000;

function PlayPanel({ row, reload }: PanelProps<typeof media, { used_in: Use[] }>) {
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
    <>
      <Button type="primary" onClick={() => setIsOpen(true)}>
        {t('media.preview')}
      </Button>
      {isOpen ? (
        <VideoPreview
          id={row.id}
          title={String(row.title)}
          isSound={row.kind === mediaKind.sound}
          close={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}

type Use = { course_id: number; course_title: string; lesson_title: string | null };

/** The lessons that use the file, each with a link to its course. */
function UsesPanel({ row }: PanelProps<typeof media, { used_in: Use[] }>) {
  const t = useT();
  const { used_in: uses = [] } = row;
  if (uses.length === 0) return <p className="kk-muted">{t('media.unused')}</p>;
  return (
    <ul className={css['uses']}>
      {uses.map(({ course_id: id, course_title: course, lesson_title: lesson }) => (
        <li key={`${id}-${lesson}`}>
          <Link to={`/admin/courses?open=${id}&tab=outline`}>{course}</Link>
          <span className="kk-muted">{lesson ?? t('media.as_trailer')}</span>
        </li>
      ))}
    </ul>
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
  panels: [
    { key: 'play', wording: 'media.preview', panel: PlayPanel, permission: 'show' },
    { key: 'uses', wording: 'media.used_in', panel: UsesPanel, permission: 'show' },
  ],
  cells: { status: (row) => <StatusCell row={row} />, duration_sec: (row) => formatClock(row.duration_sec) },
  poll: (rows) => (rows.some((row) => row.status === mediaStatus.processing) ? pollMs : false),
};
