import type { LessonFile, OutlineLesson } from '@kaike/shared/contracts/catalog/courses';
import * as courses from '@kaike/shared/contracts/catalog/courses';
import {
  lessonType,
  lessonTypeChoices,
  playedTypes,
  switchStatusChoices,
  type LessonType,
  type SwitchStatus,
} from '@kaike/shared/domain/catalog/courses/course-status';
import { isReading } from '@kaike/shared/domain/learning/reading';
import { useT } from '../../../../../app/wording.ts';
import type { Form } from '../../../../../form/use-form.ts';
import { FileInfoContext } from '../../../../../kit/fields/files/file-info.ts';
import { Segments } from '../../../../../kit/fields/segments.tsx';
import { FieldBox } from '../../../../../kit/fields/field-box.tsx';
import { FieldRow } from '../../../../../kit/form/field-row.tsx';
import { Input, InputNumber, Select } from '../../../../../kit/widgets.ts';
import { DocumentList } from '../document-list.tsx';
import css from '../outline.module.css';
import { SceneField } from '../talk/scene-field.tsx';
import type { OutlineActions } from '../use-outline.ts';
import { SubtitleList } from './subtitle-list.tsx';

/** What of a lesson is edited. */
export type LessonValues = {
  title: string;
  type: LessonType;
  preview_sec: number;
  is_free: boolean;
  status: SwitchStatus;
  read_sec: number | null;
  template_id: number | null;
  file: string | null;
  attachments: string[];
  content: string;
  media_id: number | null;
};
type PartProps = { form: Form<LessonValues>; lesson: OutlineLesson };

const { version: _version, ...lessonFields } = courses.updateLesson.body;
export { lessonFields };

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
            field={lessonFields.file}
            onChange={(value) => form.set('file', typeof value === 'string' ? value : null)}
          />
        </FileInfoContext>
      ) : (
        <FieldRow
          {...form.bind('content')}
          name="content"
          field={lessonFields.content}
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

/** Title and type, which every lesson has. */
function HeadFields({ form }: Pick<PartProps, 'form'>) {
  const t = useT();
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
        {/* Not side by side: arrow keys would walk through types, and the panel would save each with what it cannot keep. */}
        <Select
          id={type.id}
          className={css['full'] ?? ''}
          value={type.value}
          options={lessonTypeChoices.map(({ value, key }) => ({ value, label: t(`outline.types.${key}`) }))}
          onChange={type.onChange}
        />
      </FieldBox>
    </>
  );
}

function StatusField({ form }: { form: Form<LessonValues> }) {
  const t = useT();
  const { id, label, value, error, onChange, onBlur } = form.bind('status');
  return (
    <FieldBox id={id} label={label} help={t('outline.status_help')} error={error}>
      <Segments
        id={id}
        name={id}
        label={label}
        value={value}
        choices={switchStatusChoices.map((choice) => ({
          value: choice.value,
          label: t(`fields.choices.status.${choice.key}`),
        }))}
        disabled={false}
        status={error ? 'error' : ''}
        onChange={onChange}
        onBlur={onBlur}
      />
    </FieldBox>
  );
}

/** The fields of a lesson, by its type. */
export function LessonFields({
  form,
  lesson,
  courseId,
  actions,
}: PartProps & { courseId: number; actions: OutlineActions }) {
  const t = useT();
  const { type, attachments } = form.values;
  const scene = form.bind('template_id');
  return (
    <div className={css['lessonFields']}>
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
        field={lessonFields.is_free}
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
    </div>
  );
}
