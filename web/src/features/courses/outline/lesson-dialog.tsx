import { useId, useState } from 'react';
import type { OutlineLesson } from '@kaike/shared/contracts/courses';
import { lessonType, lessonTypeChoices } from '@kaike/shared/domain/course-status';
import { useT } from '../../../app/wording.ts';
import { Button, Input, InputNumber, Modal, Select } from '../../../kit/widgets.ts';
import css from './outline.module.css';
import type { OutlineActions } from './use-outline.ts';

type Props = { lesson: OutlineLesson; actions: OutlineActions; close: () => void };

function Row({ id, label, help, errors, children }: { id: string; label: string; help?: string; errors: readonly string[] | undefined; children: React.ReactNode }) {
  return (
    <div className="kk-field">
      <label htmlFor={id}>{label}</label>
      {children}
      {errors?.length ? <div className="kk-error" role="alert">{errors[0]}</div> : <div className="kk-help">{help}</div>}
    </div>
  );
}

/** What a lesson is beyond its title: its kind, its free part, its text. */
export function LessonDialog({ lesson, actions, close }: Props) {
  const t = useT();
  const id = useId();
  const [draft, setDraft] = useState({ title: lesson.title, type: lesson.type, preview_sec: lesson.preview_sec, content: lesson.content });
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [busy, setBusy] = useState(false);
  const [isVideo, length] = [draft.type === lessonType.video, lesson.duration_sec];
  const save = async (change: { media_id?: null } = {}): Promise<void> => {
    setBusy(true);
    const found = await actions.changeLesson(lesson, { ...draft, title: draft.title.trim(), ...change });
    setBusy(false);
    if (found === null) close();
    else setErrors(found);
  };
  const types = lessonTypeChoices.map(({ value, key }) => ({ value, label: t(`outline.types.${key}`) }));
  return (
    <Modal open title={t('outline.edit_lesson')} onCancel={close} onOk={() => void save()} okText={t('kit.save')} cancelText={t('kit.cancel')} confirmLoading={busy} destroyOnHidden>
      <Row id={`${id}-title`} label={t('outline.lesson_title')} errors={errors['title']}>
        <Input id={`${id}-title`} value={draft.title} maxLength={100} onChange={(event) => setDraft({ ...draft, title: event.target.value })} status={errors['title'] ? 'error' : ''} />
      </Row>
      <Row id={`${id}-type`} label={t('outline.type')} help={isVideo ? '' : t('outline.type_help')} errors={errors['type']}>
        <Select id={`${id}-type`} className={css['full'] ?? ''} value={draft.type} options={types} onChange={(type) => setDraft({ ...draft, type })} />
      </Row>
      {isVideo ? (
        <Row id={`${id}-preview`} label={t('outline.preview_sec')} help={`${t('outline.preview_help')}${length > 0 ? ` ${t('outline.preview_max', { max: length })}` : ''}`} errors={errors['preview_sec']}>
          <InputNumber id={`${id}-preview`} className={css['full'] ?? ''} min={0} precision={0} value={draft.preview_sec} onChange={(value) => setDraft({ ...draft, preview_sec: Number(value ?? 0) })} status={errors['preview_sec'] ? 'error' : ''} />
        </Row>
      ) : (
        <Row id={`${id}-content`} label={t('outline.content')} errors={errors['content']}>
          <Input.TextArea id={`${id}-content`} rows={8} value={draft.content} onChange={(event) => setDraft({ ...draft, content: event.target.value })} />
        </Row>
      )}
      {lesson.media ? <Button type="link" danger onClick={() => void save({ media_id: null })}>{t('outline.remove_video')}</Button> : null}
    </Modal>
  );
}
