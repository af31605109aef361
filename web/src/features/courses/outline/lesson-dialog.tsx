import { useEffect, useId, useState } from 'react';
import { getLessonText, updateLesson, type LessonFile, type OutlineLesson } from '@kaike/shared/contracts/courses';
import {
  lessonType,
  lessonTypeChoices,
  playedTypes,
  switchStatus,
  switchStatusChoices,
  type LessonType,
  type SwitchStatus,
} from '@kaike/shared/domain/courses/course-status';
import { mediaKind } from '@kaike/shared/domain/media/media-kind';
import { isReading } from '@kaike/shared/domain/courses/reading';
import { call } from '../../../api/client.ts';
import { useCan } from '../../../app/session.ts';
import { useT } from '../../../app/wording.ts';
import { FileInfoContext } from '../../../kit/fields/files/file-info.ts';
import { Button, Input, InputNumber, Modal, Select, Skeleton } from '../../../kit/widgets.ts';
import { MediaPicker } from '../../media/media-picker.tsx';
import { DocumentList } from './document-list.tsx';
import { FieldRow, KitInput } from './field-row.tsx';
import css from './outline.module.css';
import { SubtitleList } from './subtitle-list.tsx';
import type { OutlineActions } from './use-outline.ts';

type Draft = {
  title: string;
  type: LessonType;
  preview_sec: number;
  is_free: boolean;
  status: SwitchStatus;
  read_sec: number | null;
  file: string | null;
  attachments: string[];
  /** Null while loading; the stored text is then left unchanged. */
  content: string | null;
};
type Props = { lesson: OutlineLesson; courseId: number; actions: OutlineActions; close: () => void };
type PartProps = {
  id: string;
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  errors: Record<string, string[]>;
  lesson: OutlineLesson;
};

/** Types that members can take; a lesson of another type keeps it. */
const offeredTypes: readonly number[] = [lessonType.video, lessonType.audio, lessonType.document, lessonType.article];

/** The text of an article, loaded when it is edited. */
function useText(
  { lesson, courseId }: Pick<Props, 'lesson' | 'courseId'>,
  isNeeded: boolean,
  set: (content: string) => void,
): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    if (!lesson.has_content) return set('');
    const stop = new AbortController();
    call(getLessonText, { params: { id: courseId, lesson_id: lesson.id }, signal: stop.signal }).then(
      ({ content }) => set(content),
      () => undefined,
    ); // The skeleton stays; saving leaves the text as it is.
    return () => stop.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- loaded once
  }, [isNeeded]);
}

function PlayedFields({ id, draft, change, errors, lesson }: PartProps) {
  const t = useT();
  const length = lesson.duration_sec;
  const isSound = draft.type === lessonType.audio;
  if (draft.is_free) return null;
  return (
    <FieldRow
      id={`${id}-preview`}
      label={t(isSound ? 'outline.heard_sec' : 'outline.preview_sec')}
      help={`${t(isSound ? 'outline.heard_help' : 'outline.preview_help')}${length > 0 ? ` ${t('outline.preview_max', { max: length })}` : ''}`}
      errors={errors['preview_sec']}
    >
      <InputNumber
        id={`${id}-preview`}
        className={css['full'] ?? ''}
        min={0}
        precision={0}
        value={draft.preview_sec}
        onChange={(value) => change({ preview_sec: Number(value ?? 0) })}
        status={errors['preview_sec'] ? 'error' : ''}
      />
    </FieldRow>
  );
}

function ReadingFields({ id, draft, change, errors, lesson }: PartProps) {
  const t = useT();
  const isDocument = draft.type === lessonType.document;
  return (
    <>
      {isDocument ? (
        <FieldRow id={`${id}-file`} label={t('outline.file')} errors={errors['file']}>
          <FileInfoContext value={lesson.file ? { file: lesson.file } : {}}>
            <KitInput
              id={`${id}-file`}
              name="file"
              field={updateLesson.body.file}
              value={draft.file}
              label={t('outline.file')}
              onChange={(value) => change({ file: typeof value === 'string' ? value : null })}
              has_error={Boolean(errors['file'])}
            />
          </FileInfoContext>
        </FieldRow>
      ) : (
        <FieldRow id={`${id}-content`} label={t('outline.content')} errors={errors['content']}>
          {draft.content === null ? (
            <Skeleton active />
          ) : (
            <KitInput
              id={`${id}-content`}
              name="content"
              field={updateLesson.body.content}
              value={draft.content}
              label={t('outline.content')}
              onChange={(value) => change({ content: String(value ?? '') })}
              has_error={Boolean(errors['content'])}
            />
          )}
        </FieldRow>
      )}
      <FieldRow
        id={`${id}-read`}
        label={t('outline.read_sec')}
        help={t(isDocument ? 'outline.read_help_document' : 'outline.read_help')}
        errors={errors['read_sec']}
      >
        <InputNumber
          id={`${id}-read`}
          className={css['full'] ?? ''}
          min={10}
          max={86_400}
          precision={0}
          placeholder={t('outline.read_auto')}
          value={draft.read_sec}
          onChange={(value) => change({ read_sec: value === null ? null : Number(value) })}
          status={errors['read_sec'] ? 'error' : ''}
        />
      </FieldRow>
    </>
  );
}

/** Documents uploaded in this dialog are listed with the stored ones. */
function useAttachments(lesson: OutlineLesson, draft: Draft): LessonFile[] {
  const storedFiles = new Map(lesson.attachments.map((file) => [file.address, file]));
  return draft.attachments.map(
    (address) =>
      storedFiles.get(address) ?? {
        address,
        name: decodeURIComponent(address.split('/').at(-1) ?? ''),
        ext: '',
        size: 0,
        url: '#',
      },
  );
}

/** Chooses a file of the library as the lesson's media, or removes it. */
function MediaButtons({
  lesson,
  type,
  put,
}: {
  lesson: OutlineLesson;
  type: LessonType;
  put: (mediaId: number | null) => void;
}) {
  const t = useT();
  const mayChoose = useCan('admin.media.list');
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <>
      {mayChoose ? <Button onClick={() => setIsChoosing(true)}>{t('outline.add_from_library')}</Button> : null}
      {lesson.media ? (
        <Button type="link" danger onClick={() => put(null)}>
          {t(lesson.type === lessonType.audio ? 'outline.remove_sound' : 'outline.remove_video')}
        </Button>
      ) : null}
      {isChoosing ? (
        <MediaPicker
          kind={type === lessonType.audio ? mediaKind.sound : mediaKind.video}
          choose={([media]) => {
            if (media) put(media.id);
          }}
          close={() => setIsChoosing(false)}
        />
      ) : null}
    </>
  );
}

/** Title and type, which every lesson has. */
function HeadFields({ id, draft, change, errors, lesson }: PartProps) {
  const t = useT();
  const types = lessonTypeChoices
    .filter(({ value }) => offeredTypes.includes(value) || value === lesson.type)
    .map(({ value, key }) => ({ value, label: t(`outline.types.${key}`) }));
  return (
    <>
      <FieldRow id={`${id}-title`} label={t('outline.lesson_title')} errors={errors['title']}>
        <Input
          id={`${id}-title`}
          value={draft.title}
          maxLength={100}
          onChange={(event) => change({ title: event.target.value })}
          status={errors['title'] ? 'error' : ''}
        />
      </FieldRow>
      <FieldRow id={`${id}-type`} label={t('outline.type')} errors={errors['type'] ?? errors['media_id']}>
        <Select
          id={`${id}-type`}
          className={css['full'] ?? ''}
          value={draft.type}
          options={types}
          onChange={(type) => change({ type })}
        />
      </FieldRow>
    </>
  );
}

function StatusField({ id, draft, change, errors }: PartProps) {
  const t = useT();
  return (
    <FieldRow id={`${id}-status`} label={t('outline.status')} help={t('outline.status_help')} errors={errors['status']}>
      <Select
        id={`${id}-status`}
        className={css['full'] ?? ''}
        value={draft.status}
        options={switchStatusChoices.map(({ value, key }) => ({ value, label: t(`fields.choices.status.${key}`) }))}
        onChange={(status) => change({ status })}
      />
    </FieldRow>
  );
}

/** Edits a lesson: title, type, content, free part and downloads. */
export function LessonDialog({ lesson, courseId, actions, close }: Props) {
  const t = useT();
  const id = useId();
  const [draft, setDraft] = useState<Draft>({
    title: lesson.title,
    type: lesson.type,
    preview_sec: lesson.preview_sec,
    is_free: lesson.is_free,
    status: lesson.status === switchStatus.off ? switchStatus.off : switchStatus.on,
    read_sec: lesson.read_sec,
    file: lesson.file?.address ?? null,
    content: null,
    attachments: lesson.attachments.map(({ address }) => address),
  });
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  useText({ lesson, courseId }, draft.type === lessonType.article && draft.content === null, (content) =>
    change({ content }),
  );
  const files = useAttachments(lesson, draft);
  const save = async (extra: { media_id?: number | null } = {}): Promise<void> => {
    const { content, ...rest } = draft;
    setBusy(true);
    const failures = await actions.changeLesson(lesson, {
      ...rest,
      title: draft.title.trim(),
      ...(content === null ? {} : { content }),
      ...extra,
    });
    setBusy(false);
    if (failures === null) close();
    else setErrors(failures);
  };
  const parts: PartProps = { id, draft, change, errors, lesson };
  return (
    <Modal
      open
      title={t('outline.edit_lesson')}
      width={draft.type === lessonType.article ? 860 : 560}
      onCancel={close}
      onOk={() => void save()}
      okText={t('kit.save')}
      cancelText={t('kit.cancel')}
      confirmLoading={busy}
      destroyOnHidden
    >
      <HeadFields {...parts} />
      {isReading(draft.type) ? <ReadingFields {...parts} /> : <PlayedFields {...parts} />}
      <FieldRow id={`${id}-free`} label={t('outline.is_free')} help={t('outline.free_help')} errors={errors['is_free']}>
        <KitInput
          id={`${id}-free`}
          name="is_free"
          field={updateLesson.body.is_free}
          value={draft.is_free}
          label={t('outline.is_free')}
          onChange={(value) => change({ is_free: value === true })}
          has_error={false}
        />
      </FieldRow>
      <StatusField {...parts} />
      {draft.type === lessonType.video ? (
        <FieldRow
          id={`${id}-subtitles`}
          label={t('outline.subtitles')}
          help={t('outline.subtitles_help')}
          errors={undefined}
        >
          <SubtitleList lesson={lesson} actions={actions} />
        </FieldRow>
      ) : null}
      <FieldRow
        id={`${id}-files`}
        label={t('outline.attachments')}
        help={t('outline.attachments_help')}
        errors={errors['attachments']}
      >
        <DocumentList
          id={`${id}-files`}
          files={files}
          onAdd={(address) => setDraft((before) => ({ ...before, attachments: [...before.attachments, address] }))}
          onRemove={(address) => change({ attachments: draft.attachments.filter((one) => one !== address) })}
        />
      </FieldRow>
      {playedTypes.includes(draft.type) ? (
        <MediaButtons lesson={lesson} type={draft.type} put={(media_id) => void save({ media_id })} />
      ) : null}
    </Modal>
  );
}
