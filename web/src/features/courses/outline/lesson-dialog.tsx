import { useEffect, useState } from 'react';
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
import type { Fields } from '@kaike/shared/kit/field';
import { mediaKind } from '@kaike/shared/domain/media/media-kind';
import { isReading } from '@kaike/shared/domain/courses/reading';
import { call } from '../../../api/client.ts';
import { useCan } from '../../../app/session.ts';
import { useT } from '../../../app/wording.ts';
import { useForm, type Form } from '../../../form/use-form.ts';
import { FileInfoContext } from '../../../kit/fields/files/file-info.ts';
import { FieldBox, FieldRow } from '../../../kit/form/field-row.tsx';
import { Button, Input, InputNumber, Modal, Select, Skeleton } from '../../../kit/widgets.ts';
import { MediaPicker } from '../../media/media-picker.tsx';
import { DocumentList } from './document-list.tsx';
import css from './outline.module.css';
import { SceneField } from './talk/scene-field.tsx';
import { SubtitleList } from './subtitle-list.tsx';
import type { OutlineActions } from './use-outline.ts';

type Draft = {
  title: string;
  type: LessonType;
  preview_sec: number;
  is_free: boolean;
  status: SwitchStatus;
  read_sec: number | null;
  template_id: number | null;
  file: string | null;
  attachments: string[];
  /** Null while loading; the stored text is then left unchanged. */
  content: string | null;
  /** Sent only when it is chosen or removed. */
  media_id?: number | null;
};
type Props = { lesson: OutlineLesson; courseId: number; actions: OutlineActions; close: () => void };
type PartProps = { form: Form<Draft>; lesson: OutlineLesson };

const { version: _version, content: contentField, ...otherFields } = updateLesson.body;
const fieldsOf = ({ content }: Draft): Fields =>
  content === null ? otherFields : { ...otherFields, content: contentField };

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

function PlayedFields({ form, lesson }: PartProps) {
  const t = useT();
  const length = lesson.duration_sec;
  const { id, value, error, onChange, onBlur } = form.bind('preview_sec');
  if (form.values.is_free) return null;
  const [label, help] =
    form.values.type === lessonType.audio
      ? [t('outline.heard_sec'), t('outline.heard_help')]
      : [t('outline.preview_sec'), t('outline.preview_help')];
  return (
    <FieldBox
      id={id}
      label={label}
      help={`${help}${length > 0 ? ` ${t('outline.preview_max', { max: length })}` : ''}`}
      error={error}
    >
      <InputNumber
        id={id}
        className={css['full'] ?? ''}
        min={0}
        precision={0}
        value={value}
        onChange={(seconds) => onChange(Number(seconds ?? 0))}
        onBlur={onBlur}
        status={error ? 'error' : ''}
      />
    </FieldBox>
  );
}

function ReadingFields({ form, lesson }: PartProps) {
  const t = useT();
  const isDocument = form.values.type === lessonType.document;
  const read = form.bind('read_sec');
  return (
    <>
      {isDocument ? (
        <FileInfoContext value={lesson.file ? { file: lesson.file } : {}}>
          <FieldRow
            {...form.bind('file')}
            name="file"
            field={otherFields.file}
            onChange={(value) => form.set('file', typeof value === 'string' ? value : null)}
          />
        </FileInfoContext>
      ) : form.values.content === null ? (
        <FieldBox id={form.bind('content').id} label={t('outline.content')}>
          <Skeleton active />
        </FieldBox>
      ) : (
        <FieldRow
          {...form.bind('content')}
          name="content"
          field={contentField}
          onChange={(value) => form.set('content', String(value ?? ''))}
        />
      )}
      <FieldBox
        id={read.id}
        label={read.label}
        help={t(isDocument ? 'outline.read_help_document' : 'outline.read_help')}
        error={read.error}
      >
        <InputNumber
          id={read.id}
          className={css['full'] ?? ''}
          min={10}
          max={86_400}
          precision={0}
          placeholder={t('outline.read_auto')}
          value={read.value}
          onChange={(value) => read.onChange(value === null ? null : Number(value))}
          onBlur={read.onBlur}
          status={read.error ? 'error' : ''}
        />
      </FieldBox>
    </>
  );
}

/** Documents uploaded in this dialog are listed with the stored ones. */
function attachmentsOf(lesson: OutlineLesson, addresses: readonly string[]): LessonFile[] {
  const storedFiles = new Map(lesson.attachments.map((file) => [file.address, file]));
  return addresses.map(
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
function HeadFields({ form }: Pick<PartProps, 'form'>) {
  const t = useT();
  const types = lessonTypeChoices.map(({ value, key }) => ({ value, label: t(`outline.types.${key}`) }));
  const [title, type] = [form.bind('title'), form.bind('type')];
  return (
    <>
      <FieldBox id={title.id} label={title.label} error={title.error}>
        <Input
          id={title.id}
          value={title.value}
          maxLength={100}
          onChange={(event) => title.onChange(event.target.value)}
          onBlur={title.onBlur}
          status={title.error ? 'error' : ''}
        />
      </FieldBox>
      <FieldBox id={type.id} label={type.label} error={type.error ?? form.bind('media_id').error}>
        <Select
          id={type.id}
          className={css['full'] ?? ''}
          value={type.value}
          options={types}
          onChange={type.onChange}
        />
      </FieldBox>
    </>
  );
}

function StatusField({ form }: { form: Form<Draft> }) {
  const t = useT();
  const { id, label, value, error, onChange } = form.bind('status');
  return (
    <FieldBox id={id} label={label} help={t('outline.status_help')} error={error}>
      <Select
        id={id}
        className={css['full'] ?? ''}
        value={value}
        options={switchStatusChoices.map(({ value: status, key }) => ({
          value: status,
          label: t(`fields.choices.status.${key}`),
        }))}
        onChange={onChange}
      />
    </FieldBox>
  );
}

const labels: Readonly<Record<string, string>> = { title: 'lesson_title' };

const valuesOf = (lesson: OutlineLesson): Draft => ({
  title: lesson.title,
  type: lesson.type,
  preview_sec: lesson.preview_sec,
  is_free: lesson.is_free,
  status: lesson.status === switchStatus.off ? switchStatus.off : switchStatus.on,
  read_sec: lesson.read_sec,
  template_id: lesson.scene?.id ?? null,
  file: lesson.file?.address ?? null,
  content: null,
  attachments: lesson.attachments.map(({ address }) => address),
});

/** Edits a lesson: title, type, content, free part and downloads. */
export function LessonDialog({ lesson, courseId, actions, close }: Props) {
  const t = useT();
  // Polling renews the lesson; the dialog keeps what it was opened with.
  const [initial] = useState(() => valuesOf(lesson));
  const save = async ({ content, ...values }: Draft): Promise<void> => {
    await actions.changeLesson(lesson, {
      ...values,
      title: values.title.trim(),
      ...(content === null ? {} : { content }),
    });
    close();
  };
  const form = useForm<Draft>(fieldsOf, {
    initial,
    label: (key) => t(`outline.${labels[key] ?? key}`),
    prefix: 'lesson-',
    onSubmit: save,
  });
  const { type, content, attachments } = form.values;
  const scene = form.bind('template_id');
  useText({ lesson, courseId }, type === lessonType.article && content === null, (text) => form.set('content', text));
  const putMedia = (mediaId: number | null): void =>
    void form.submit((values) => save({ ...values, media_id: mediaId }));
  return (
    <Modal
      open
      title={t('outline.edit_lesson')}
      width={type === lessonType.article ? 860 : 560}
      onCancel={close}
      onOk={() => void form.submit()}
      okText={t('kit.save')}
      cancelText={t('kit.cancel')}
      confirmLoading={form.busy}
      destroyOnHidden
    >
      <HeadFields form={form} />
      {isReading(type) ? <ReadingFields form={form} lesson={lesson} /> : null}
      {playedTypes.includes(type) ? <PlayedFields form={form} lesson={lesson} /> : null}
      {type === lessonType.ai_scene ? (
        <SceneField
          id={scene.id}
          courseId={courseId}
          stored={lesson.scene}
          value={scene.value}
          error={scene.error}
          onChange={scene.onChange}
        />
      ) : null}
      <FieldRow
        {...form.bind('is_free')}
        name="is_free"
        field={otherFields.is_free}
        help={t(type === lessonType.ai_scene ? 'outline.free_help_scene' : 'outline.free_help')}
        onChange={(value) => form.set('is_free', value === true)}
      />
      <StatusField form={form} />
      {type === lessonType.video ? (
        <FieldBox id="lesson-subtitles" label={t('outline.subtitles')} help={t('outline.subtitles_help')}>
          <SubtitleList lesson={lesson} actions={actions} />
        </FieldBox>
      ) : null}
      <FieldBox
        id="lesson-attachments"
        label={t('outline.attachments')}
        help={t('outline.attachments_help')}
        error={form.bind('attachments').error}
      >
        <DocumentList
          id="lesson-attachments"
          files={attachmentsOf(lesson, attachments)}
          onAdd={(address) => form.set('attachments', [...form.latestValues().attachments, address])}
          onRemove={(address) =>
            form.set(
              'attachments',
              attachments.filter((one) => one !== address),
            )
          }
        />
      </FieldBox>
      {playedTypes.includes(type) ? <MediaButtons lesson={lesson} type={type} put={putMedia} /> : null}
    </Modal>
  );
}
