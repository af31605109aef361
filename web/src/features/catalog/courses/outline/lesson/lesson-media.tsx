import { useState } from 'react';
import type { OutlineLesson } from '@kaike/shared/contracts/catalog/courses';
import { lessonType, type LessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { mediaKind } from '@kaike/shared/domain/catalog/media/media-kind';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import { formatBytes, formatClock } from '@kaike/shared/kit/format';
import { useCan } from '../../../../../app/session.ts';
import { useLocale, useT } from '../../../../../app/wording.ts';
import { Button } from '../../../../../kit/widgets.ts';
import { MediaPicker } from '../../../media/media-picker.tsx';
import { useOutlineTools } from '../outline-context.ts';
import css from '../outline.module.css';
import { PlayedState } from '../lesson-row.tsx';

/** What is played: its picture, what the file is, and other files for it. */
export function LessonMedia({
  lesson,
  type,
  put,
}: {
  lesson: OutlineLesson;
  type: LessonType;
  put: (mediaId: number | null) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const { preview, may_edit } = useOutlineTools();
  const mayChoose = useCan('admin.media.list') && may_edit;
  const [isChoosing, setIsChoosing] = useState(false);
  const { media } = lesson;
  const isReady = media?.status === mediaStatus.ready;
  return (
    <div className={css['media']}>
      {isReady ? (
        <button
          type="button"
          className={css['screen']}
          onClick={() => preview(lesson)}
          aria-label={t('outline.play', { title: lesson.title })}
        >
          {media.cover ? <img src={media.cover} alt="" /> : null}
          <svg viewBox="0 0 24 24" width="40" height="40" fill="currentColor" aria-hidden="true">
            <path d="M8 5v14l11-7z" />
          </svg>
          <span className={css['length']}>{formatClock(media.duration_sec)}</span>
        </button>
      ) : null}
      {isReady ? (
        <span className={css['mediaFacts']}>
          {[
            media.title,
            formatBytes(media.size, locale),
            ...(media.width > 0 ? [`${media.width} × ${media.height}`] : []),
          ].join(' · ')}
        </span>
      ) : (
        <PlayedState lesson={lesson} />
      )}
      {may_edit ? (
        <div className="kk-buttons">
          {mayChoose ? (
            <Button size="small" onClick={() => setIsChoosing(true)}>
              {t(media ? 'outline.choose_other' : 'outline.add_from_library')}
            </Button>
          ) : null}
          {media ? (
            <Button size="small" type="text" onClick={() => put(null)}>
              {t(lesson.type === lessonType.audio ? 'outline.remove_sound' : 'outline.remove_video')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isChoosing ? (
        <MediaPicker
          kind={type === lessonType.audio ? mediaKind.sound : mediaKind.video}
          choose={([chosen]) => {
            if (chosen) put(chosen.id);
          }}
          close={() => setIsChoosing(false)}
        />
      ) : null}
    </div>
  );
}
