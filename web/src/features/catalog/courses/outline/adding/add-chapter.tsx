import { useState } from 'react';
import { useT } from '../../../../../app/wording.ts';
import { Button, Input } from '../../../../../kit/widgets.ts';
import css from '../outline.module.css';

/** The field below the outline that adds chapters. */
export function AddChapter({ add }: { add: (title: string) => Promise<boolean> }) {
  const t = useT();
  const [title, setTitle] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    const newTitle = title.trim();
    if (newTitle === '' || busy) return;
    setBusy(true);
    if (await add(newTitle)) setTitle('');
    setBusy(false);
  };
  return (
    <form
      className={css['addChapter']}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Input
        value={title}
        maxLength={100}
        placeholder={t('outline.chapter_title')}
        aria-label={t('outline.chapter_title')}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Button htmlType="submit" loading={busy} disabled={title.trim() === ''}>
        {t('outline.add_chapter')}
      </Button>
    </form>
  );
}
