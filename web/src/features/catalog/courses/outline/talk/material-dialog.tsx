import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LessonMaterial } from '@kaike/shared/contracts/catalog/lesson-materials';
import * as lessonMaterials from '@kaike/shared/contracts/catalog/lesson-materials';
import type { OutlineLesson } from '@kaike/shared/contracts/catalog/courses';
import { maxMaterialPhrases, maxMaterialWords } from '@kaike/shared/domain/catalog/courses/lesson-material';
import { ApiError } from '../../../../../api/api-error.ts';
import { call } from '../../../../../api/client.ts';
import { toast } from '../../../../../app/toasts.ts';
import { useT } from '../../../../../app/wording.ts';
import { FieldBox } from '../../../../../kit/fields/field-box.tsx';
import { FieldRow } from '../../../../../kit/form/field-row.tsx';
import { KitIcon } from '../../../../../kit/kit-icon.tsx';
import { Button, Input, Modal, Skeleton } from '../../../../../kit/widgets.ts';
import css from '../outline.module.css';

type Props = { lesson: OutlineLesson; courseId: number; close: () => void };
type Rows<T> = { rows: readonly T[]; set: (rows: T[]) => void };

const without = <T,>(rows: readonly T[], index: number): T[] => rows.filter((_row, at) => at !== index);
const replaced = <T,>(rows: readonly T[], index: number, row: T): T[] =>
  rows.map((one, at) => (at === index ? row : one));

/** One line of the editor: its fields, and how it goes. */
function Line<T extends Record<string, string>>({
  row,
  keys,
  label,
  onChange,
  onRemove,
}: {
  row: T;
  keys: readonly (keyof T & string)[];
  label: string;
  onChange: (row: T) => void;
  onRemove: () => void;
}) {
  const t = useT();
  return (
    <li>
      {keys.map((key) => (
        <Input
          key={key}
          className={css[`material_${key}`] ?? ''}
          aria-label={t(`outline.material.${key}_of`, { label })}
          placeholder={t(`outline.material.${key}`)}
          value={row[key]}
          onChange={(event) => onChange({ ...row, [key]: event.target.value })}
        />
      ))}
      <Button
        type="text"
        icon={<KitIcon name="trash" size={14} />}
        aria-label={t('outline.remove_file', { name: label })}
        onClick={onRemove}
      />
    </li>
  );
}

function Words({ rows, set }: Rows<LessonMaterial['words'][number]>) {
  const t = useT();
  return (
    <>
      <ul className={css['materialRows']}>
        {rows.map((row, index) => (
          <Line
            // eslint-disable-next-line react/no-array-index-key -- rows have no other identity while they are typed
            key={index}
            row={row}
            keys={['text', 'zh', 'sentence']}
            label={String(index + 1)}
            onChange={(changed) => set(replaced(rows, index, changed))}
            onRemove={() => set(without(rows, index))}
          />
        ))}
      </ul>
      <Button
        size="small"
        disabled={rows.length >= maxMaterialWords}
        onClick={() => set([...rows, { text: '', zh: '', sentence: '' }])}
      >
        {t('outline.material.add_word')}
      </Button>
    </>
  );
}

function Phrases({ rows, set }: Rows<LessonMaterial['phrases'][number]>) {
  const t = useT();
  return (
    <>
      <ul className={css['materialRows']}>
        {rows.map((row, index) => (
          <Line
            // eslint-disable-next-line react/no-array-index-key -- rows have no other identity while they are typed
            key={index}
            row={row}
            keys={['text', 'zh']}
            label={String(index + 1)}
            onChange={(changed) => set(replaced(rows, index, changed))}
            onRemove={() => set(without(rows, index))}
          />
        ))}
      </ul>
      <Button
        size="small"
        disabled={rows.length >= maxMaterialPhrases}
        onClick={() => set([...rows, { text: '', zh: '' }])}
      >
        {t('outline.material.add_phrase')}
      </Button>
    </>
  );
}

function Editor({ material, ...props }: Props & { material: LessonMaterial }) {
  const t = useT();
  const client = useQueryClient();
  const { lesson, courseId, close } = props;
  const [draft, setDraft] = useState(material);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setIsBusy] = useState(false);
  const set = (change: Partial<LessonMaterial>): void => setDraft((now) => ({ ...now, ...change }));
  const save = async (): Promise<void> => {
    setIsBusy(true);
    const { outline, words, phrases, is_approved } = draft;
    try {
      const params = { id: courseId, lesson_id: lesson.id };
      const stored = await call(lessonMaterials.updateMaterial, {
        params,
        body: { outline, words, phrases, is_approved },
      });
      client.setQueryData(keyOf(props), stored);
      toast('success', t('outline.material.saved'));
      close();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(Object.fromEntries(Object.entries(error.errors).map(([key, [text = '']]) => [key, text])));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      width={860}
      title={t('outline.material.title', { title: lesson.title })}
      onCancel={close}
      onOk={() => void save()}
      okText={t('kit.save')}
      cancelText={t('kit.cancel')}
      confirmLoading={isBusy}
      destroyOnHidden
    >
      <p className="kk-help">
        {t('outline.material.about')} {t(`outline.material.source_${draft.source ?? 'none'}`)}
      </p>
      <FieldBox id="material-words" label={t('outline.material.words')} error={errors['words']}>
        <Words rows={draft.words} set={(words) => set({ words })} />
      </FieldBox>
      <FieldBox
        id="material-phrases"
        label={t('outline.material.phrases')}
        help={t('outline.material.phrases_help')}
        error={errors['phrases']}
      >
        <Phrases rows={draft.phrases} set={(phrases) => set({ phrases })} />
      </FieldBox>
      <FieldBox
        id="material-outline"
        label={t('outline.material.outline')}
        help={t('outline.material.outline_help')}
        error={errors['outline']}
      >
        <Input.TextArea
          id="material-outline"
          rows={4}
          maxLength={4000}
          value={draft.outline}
          onChange={(event) => set({ outline: event.target.value })}
        />
      </FieldBox>
      <FieldRow
        id="material-approved"
        name="is_approved"
        label={t('outline.material.approved')}
        help={t('outline.material.approved_help')}
        field={lessonMaterials.updateMaterial.body.is_approved}
        value={draft.is_approved}
        error={undefined}
        onChange={(value) => set({ is_approved: value === true })}
        onBlur={() => undefined}
      />
    </Modal>
  );
}

const keyOf = ({ lesson, courseId }: Pick<Props, 'lesson' | 'courseId'>) => [
  'outline',
  courseId,
  'material',
  lesson.id,
];

/** What learners can talk about with the AI teacher after a lesson: proposed from its text, checked by a teacher. */
export function MaterialDialog(props: Props) {
  const { lesson, courseId, close } = props;
  const { data } = useQuery({
    queryKey: keyOf(props),
    queryFn: ({ signal }) =>
      call(lessonMaterials.getMaterial, { params: { id: courseId, lesson_id: lesson.id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <Editor {...props} material={data} />;
  return (
    <Modal open title={lesson.title} onCancel={close} footer={null}>
      <Skeleton active />
    </Modal>
  );
}
