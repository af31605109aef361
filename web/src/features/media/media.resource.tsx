import { useState } from 'react';
import { mediaKind } from '@kaike/shared/domain/media-kind';
import { mediaStatus, mediaStatusChoices } from '@kaike/shared/domain/media-status';
import { useT } from '../../app/wording.ts';
import type { PanelProps, ResourceView, Row } from '../../kit/resource-view.ts';
import { Button } from '../../kit/widgets.ts';
import { MediaState } from './media-state.tsx';
import { VideoPreview } from './video-preview.tsx';

const pollMs = 3000;

function PlayPanel({ row, reload }: PanelProps) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  if (row['status'] !== mediaStatus.ready) {
    return <MediaState media={{ id: row.id, status: Number(row['status']), progress: Number(row['progress']), error: String(row['error']) }} onChange={reload} />;
  }
  return (
    <>
      <Button type="primary" onClick={() => setIsOpen(true)}>{t('media.preview')}</Button>
      {isOpen ? <VideoPreview id={row.id} title={String(row['title'])} isSound={row['kind'] === mediaKind.sound} close={() => setIsOpen(false)} /> : null}
    </>
  );
}

/** The status, and while the video is being processed how far that is. */
function StatusCell({ row }: { row: Row }) {
  const t = useT();
  const choice = mediaStatusChoices.find(({ value }) => value === row['status']);
  const isProcessing = row['status'] === mediaStatus.processing && Number(row['progress']) > 0;
  const text = isProcessing ? t('media.processing', { percent: Number(row['progress']) }) : t(`resources.media.choices.status.${choice?.key ?? ''}`);
  return <span className={`kk-tag kk-tag-${choice?.tone ?? 'default'}`}>{text}</span>;
}

export const resourceView: ResourceView = {
  panels: [{ key: 'play', wording: 'media.preview', panel: PlayPanel, permission: 'show' }],
  cells: { status: (row) => <StatusCell row={row} /> },
  poll: (rows) => (rows.some((row) => row['status'] === mediaStatus.processing) ? pollMs : false),
};
