import { useState, type ReactNode } from 'react';
import type { OutlineChapter } from '@kaike/shared/contracts/catalog/courses';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { formatClock } from '@kaike/shared/kit/format';
import { useCan } from '../../../../app/session.ts';
import { useT } from '../../../../app/wording.ts';
import { KitIcon } from '../../../../kit/kit-icon.tsx';
import { Button, Dropdown } from '../../../../kit/widgets.ts';
import { MediaPicker } from '../../media/media-picker.tsx';
import { pickFiles } from '../../media/uploads/pick-files.ts';
import { InlineTitle } from './inline-title.tsx';
import { useOutlineTools } from './outline-context.ts';
import css from './outline.module.css';
import { useFileDrop } from './adding/use-file-drop.ts';

const secondsOf = ({ lessons }: OutlineChapter): number =>
  lessons.reduce((sum, lesson) => sum + lesson.duration_sec, 0);

function AddLesson({ chapter }: { chapter: OutlineChapter }) {
  const t = useT();
  const { addFiles, addWritten, addFromLibrary, actions, may_upload } = useOutlineTools();
  const mayChoose = useCan('admin.media.list');
  const [isChoosing, setIsChoosing] = useState(false);
  const items = [
    ...(may_upload
      ? [
          { key: 'videos', label: <span title={t('outline.add_videos_hint')}>{t('outline.add_videos')}</span> },
          { key: 'sounds', label: <span title={t('outline.add_sounds_hint')}>{t('outline.add_sounds')}</span> },
        ]
      : []),
    ...(mayChoose ? [{ key: 'library', label: t('outline.add_from_library') }] : []),
    { key: 'article', label: t('outline.add_article') },
    { key: 'document', label: t('outline.add_document') },
    { key: 'ai_scene', label: t('outline.add_ai_scene') },
    { key: 'blank', label: t('outline.add_blank') },
  ];
  const onClick = ({ key }: { key: string }): void => {
    if (key === 'videos' || key === 'sounds')
      pickFiles({ multiple: true, isSound: key === 'sounds' }, (files) => addFiles(chapter, files));
    else if (key === 'library') setIsChoosing(true);
    else if (key === 'article' || key === 'document' || key === 'ai_scene') addWritten(chapter, lessonType[key]);
    else void actions.addLesson(chapter.id, t('outline.new_lesson'));
  };
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items, onClick }}>
        <Button size="small" icon={<KitIcon name="plus" size={14} />}>
          {t('outline.add_lesson')}
        </Button>
      </Dropdown>
      {isChoosing ? (
        <MediaPicker multiple choose={(picks) => addFromLibrary(chapter, picks)} close={() => setIsChoosing(false)} />
      ) : null}
    </>
  );
}

/** A chapter in the outline, with its totals; files can be dropped on it. */
export function ChapterRow({ chapter, handle }: { chapter: OutlineChapter; handle: ReactNode }) {
  const t = useT();
  const { actions, may_edit, may_upload, addFiles, confirmRemoveChapter, isFolded, fold } = useOutlineTools();
  const { isOver, handlers } = useFileDrop((files) => addFiles(chapter, files), may_upload);
  const folded = isFolded(chapter.id);
  const summary = t('outline.chapter_summary', {
    lessons: chapter.lessons.length,
    duration: formatClock(secondsOf(chapter)),
  });
  return (
    <div className={isOver ? `${css['chapter']} ${css['over']}` : css['chapter']} {...handlers}>
      {handle}
      <button
        type="button"
        className={css['fold']}
        aria-expanded={!folded}
        aria-label={t(folded ? 'outline.unfold' : 'outline.fold', { title: chapter.title })}
        onClick={() => fold(chapter.id)}
      >
        <KitIcon name="chevron" />
      </button>
      <InlineTitle
        strong
        title={chapter.title}
        label={t('outline.chapter_title')}
        disabled={!may_edit}
        save={(title) => actions.renameChapter(chapter, title)}
      />
      <span className={css['sum']}>{isOver ? t('outline.drop_here', { title: chapter.title }) : summary}</span>
      {may_edit ? (
        <span className={css['tools']}>
          <AddLesson chapter={chapter} />
          <Button
            type="text"
            size="small"
            icon={<KitIcon name="trash" size={15} />}
            aria-label={`${t('outline.delete_chapter')}：${chapter.title}`}
            title={t('outline.delete_chapter')}
            onClick={() => confirmRemoveChapter(chapter)}
          />
        </span>
      ) : null}
      {chapter.lessons.length === 0 && !folded ? <p className={css['none']}>{t('outline.no_lessons')}</p> : null}
    </div>
  );
}
