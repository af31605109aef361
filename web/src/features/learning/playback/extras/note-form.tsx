import { useEffect, useRef, useState } from 'react';
import lessonWords from 'virtual:locale/lesson';
import { maxNoteLength } from '@kaike/shared/contracts/catalog/lesson-notes';
import { Button } from '../../../../ui/button.tsx';
import css from './extras.module.css';
import { isComposing } from '../../../../form/is-composing.ts';

type Props = {
  label: string;
  initial: string;
  onChange?: (body: string) => void;
  onSave: (body: string) => void;
  onCancel: () => void;
};

/** The form for a note. Ctrl or ⌘ with Enter saves, Escape closes it. */
export function NoteForm({ label, initial, onChange, onSave, onCancel }: Props) {
  const t = lessonWords.useT();
  const [body, setBody] = useState(initial);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const isEmpty = body.trim() === '';
  const save = (): void => {
    if (!isEmpty) onSave(body.trim());
  };
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        ref={field}
        className={css['area']}
        rows={4}
        maxLength={maxNoteLength}
        aria-label={label}
        placeholder={t('lesson.note_placeholder')}
        value={body}
        onChange={(event) => {
          setBody(event.target.value);
          onChange?.(event.target.value);
        }}
        onKeyDown={(event) => {
          // Escape drops a word of the input method, not the note.
          if (isComposing(event)) return;
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
          if (event.key === 'Escape') onCancel();
        }}
      />
      <div className={css['formActs']}>
        <span className={css['quiet']}>
          {body.length}/{maxNoteLength}
        </span>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" disabled={isEmpty}>
          {t('lesson.note_save')}
        </Button>
      </div>
    </form>
  );
}
