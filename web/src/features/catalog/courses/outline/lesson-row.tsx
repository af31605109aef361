import type { ReactNode } from 'react';
import type { OutlineLesson } from '@kaike/shared/contracts/catalog/courses';
import { lessonType, lessonTypeChoices, playedTypes } from '@kaike/shared/domain/catalog/courses/course-status';
import { isReading } from '@kaike/shared/domain/learning/reading';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import { formatClock } from '@kaike/shared/kit/format';
import { useT } from '../../../../app/wording.ts';
import { Button, Dropdown } from '../../../../kit/widgets.ts';
import { MediaState } from '../../media/media-state.tsx';
import { pickFiles } from '../../media/uploads/pick-files.ts';
import { UploadLine } from '../../media/uploads/upload-line.tsx';
import { InlineTitle } from './inline-title.tsx';
import { useOutlineTools } from './outline-context.ts';
import css from './outline.module.css';

function Thumbnail({ lesson }: { lesson: OutlineLesson }) {
  const t = useT();
  const { preview } = useOutlineTools();
  const { media } = lesson;
  if (media?.status !== mediaStatus.ready) return <span className={css['thumb']} aria-hidden="true" />;
  return (
    <button
      type="button"
      className={css['thumb']}
      onClick={() => preview(lesson)}
      aria-label={`${t('media.preview')}：${lesson.title}`}
    >
      {media.cover ? <img src={media.cover} alt="" loading="lazy" /> : null}
      <svg viewBox="0 0 24 24" width="18" height="18" fill="currentColor" aria-hidden="true">
        <path d="M8 5v14l11-7z" />
      </svg>
    </button>
  );
}

/** Wording for video and for audio. */
const wordsOf = ({ type }: OutlineLesson) =>
  type === lessonType.audio
    ? {
        upload: 'outline.upload_sound',
        replace: 'outline.replace_sound',
        none: 'outline.no_sound',
        preview: 'outline.preview_heard',
      }
    : {
        upload: 'outline.upload_video',
        replace: 'outline.replace_video',
        none: 'outline.no_video',
        preview: 'outline.preview',
      };

const isPlayed = ({ type }: OutlineLesson): boolean => playedTypes.includes(type);

/** The free part of the lesson and its subtitle languages. */
function Free({ lesson }: { lesson: OutlineLesson }) {
  const t = useT();
  const free = lesson.is_free
    ? t('outline.free')
    : lesson.preview_sec > 0
      ? t(wordsOf(lesson).preview, { time: formatClock(lesson.preview_sec) })
      : '';
  return (
    <>
      {lesson.subtitles.length > 0 ? <span className="kk-tag kk-tag-info">{t('outline.subtitles')}</span> : null}
      {lesson.attachments.length > 0 ? (
        <span className="kk-tag">{t('outline.files', { count: lesson.attachments.length })}</span>
      ) : null}
      {free ? <span className="kk-tag kk-tag-success">{free}</span> : null}
    </>
  );
}

/** The state of the lesson's video or audio file. */
export function PlayedState({ lesson }: { lesson: OutlineLesson }) {
  const t = useT();
  const { uploadOf, may_upload, setFile, cancel, actions } = useOutlineTools();
  const words = wordsOf(lesson);
  const upload = uploadOf(lesson.id);
  const choose = (): void =>
    pickFiles({ multiple: false, isSound: lesson.type === lessonType.audio }, ([file]) => {
      if (file) setFile(lesson, file);
    });
  if (upload) return <UploadLine upload={upload} replace={choose} cancel={() => cancel(upload)} />;
  const { media } = lesson;
  if (media?.status === mediaStatus.ready) {
    return (
      <span className={css['facts']}>
        <Free lesson={lesson} />
        <span className={css['clock']}>{formatClock(lesson.duration_sec)}</span>
      </span>
    );
  }
  const button = may_upload ? (
    <Button size="small" onClick={choose}>
      {t(media ? words.replace : words.upload)}
    </Button>
  ) : null;
  if (media)
    return (
      <>
        <MediaState media={media} onChange={actions.refresh} />
        {media.status === mediaStatus.failed ? button : null}
      </>
    );
  return (
    <span className={css['facts']}>
      <span className="kk-muted">{t(words.none)}</span>
      {button}
    </span>
  );
}

/** The text or document, and its reading time. */
function ReadingState({ lesson }: { lesson: OutlineLesson }) {
  const t = useT();
  const { edit, may_edit } = useOutlineTools();
  if (lesson.duration_sec > 0)
    return (
      <span className={css['facts']}>
        {lesson.file ? <span className={css['fileName']}>{lesson.file.name}</span> : null}
        <Free lesson={lesson} />
        <span className={css['clock']}>{formatClock(lesson.duration_sec)}</span>
      </span>
    );
  return (
    <span className={css['facts']}>
      <span className="kk-muted">{t('outline.no_content')}</span>
      {may_edit ? (
        <Button size="small" onClick={() => edit(lesson.id)}>
          {t('outline.add_content')}
        </Button>
      ) : null}
    </span>
  );
}

/** The scene that is played, or what is wrong with it. */
function SceneState({ lesson }: { lesson: OutlineLesson }) {
  const t = useT();
  const { edit, may_edit } = useOutlineTools();
  const { scene } = lesson;
  if (scene?.is_playable)
    return (
      <span className={css['facts']}>
        <span className={css['fileName']}>{scene.name}</span>
        <Free lesson={lesson} />
        <span className={css['clock']}>{formatClock(lesson.duration_sec)}</span>
      </span>
    );
  return (
    <span className={css['facts']}>
      <span className={scene ? 'kk-tag kk-tag-warning' : 'kk-muted'}>
        {scene ? t('outline.scene_off', { name: scene.name }) : t('outline.no_scene')}
      </span>
      {may_edit ? (
        <Button size="small" onClick={() => edit(lesson.id)}>
          {t('outline.scene_choose')}
        </Button>
      ) : null}
    </span>
  );
}

function LessonMenu({ lesson }: { lesson: OutlineLesson }) {
  const t = useT();
  const { edit, editMaterial, removeLesson, setFile, may_upload } = useOutlineTools();
  const items = [
    { key: 'edit', label: t('outline.edit_lesson') },
    ...(may_upload && isPlayed(lesson)
      ? [{ key: 'file', label: t(lesson.media ? wordsOf(lesson).replace : wordsOf(lesson).upload) }]
      : []),
    ...(lesson.type === lessonType.ai_scene ? [] : [{ key: 'material', label: t('outline.material.open') }]),
    { key: 'delete', label: t('outline.delete_lesson'), danger: true },
  ];
  const onClick = ({ key }: { key: string }): void => {
    if (key === 'edit') edit(lesson.id);
    if (key === 'material') editMaterial(lesson);
    if (key === 'file')
      pickFiles({ multiple: false, isSound: lesson.type === lessonType.audio }, ([file]) => {
        if (file) setFile(lesson, file);
      });
    if (key === 'delete') removeLesson(lesson);
  };
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick }}>
      <Button
        type="text"
        size="small"
        className={css['more'] ?? ''}
        aria-label={`${t('outline.more')}：${lesson.title}`}
      >
        ⋯
      </Button>
    </Dropdown>
  );
}

/** A lesson in the outline: title, content and actions. */
export function LessonRow({ lesson, handle }: { lesson: OutlineLesson; handle: ReactNode }) {
  const t = useT();
  const { actions, may_edit, edit, edited_id } = useOutlineTools();
  const type = lessonTypeChoices.find((choice) => choice.value === lesson.type);
  return (
    <div className={css['lesson']} data-lesson={lesson.id} data-open={lesson.id === edited_id}>
      {handle}
      {isPlayed(lesson) ? <Thumbnail lesson={lesson} /> : null}
      {lesson.type === lessonType.video ? null : (
        <span className="kk-tag kk-tag-purple">{t(`outline.types.${type?.key ?? 'video'}`)}</span>
      )}
      <InlineTitle
        title={lesson.title}
        label={t('outline.lesson_title')}
        disabled={!may_edit}
        save={(title) => actions.renameLesson(lesson, title)}
        open={{ label: t('outline.edit_lesson'), is_open: lesson.id === edited_id, run: () => edit(lesson.id) }}
      />
      <div className={css['state']}>
        {isPlayed(lesson) ? (
          <PlayedState lesson={lesson} />
        ) : isReading(lesson.type) ? (
          <ReadingState lesson={lesson} />
        ) : (
          <SceneState lesson={lesson} />
        )}
      </div>
      {may_edit ? <LessonMenu lesson={lesson} /> : null}
    </div>
  );
}
