import { useState } from 'react';
import { useT } from '../../../../app/wording.ts';
import { Input } from '../../../../kit/widgets.ts';
import css from './outline.module.css';
import { isComposing } from '../../../../form/is-composing.ts';

type Props = {
  title: string;
  label: string;
  disabled: boolean;
  save: (title: string) => Promise<boolean>;
  strong?: boolean;
  /** A click opens what the title stands for; it is then renamed by a double click or F2. */
  open?: { label: string; is_open: boolean; run: () => void };
};

const maximumLength = 100;

/** A title that becomes a field when clicked, or by F2. Enter and blur save, Escape cancels; a refused title stays in the field. */
export function InlineTitle({ title, label, disabled, save, strong = false, open }: Props) {
  const t = useT();
  const [draft, setDraft] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const look = strong ? `${css['title']} ${css['strong']}` : css['title'];
  if (disabled) return <span className={look}>{title}</span>;
  if (draft === null) {
    return (
      <button
        type="button"
        className={look}
        onClick={() => (open ? open.run() : setDraft(title))}
        onDoubleClick={() => setDraft(title)}
        onKeyDown={(event) => {
          if (event.key === 'F2') setDraft(title);
        }}
        title={t(open ? 'outline.rename_hint' : 'outline.rename')}
        aria-label={`${open?.label ?? t('outline.rename')}：${title}`}
        {...(open ? { 'aria-current': open.is_open } : {})}
      >
        {title}
      </button>
    );
  }
  const finish = async (): Promise<void> => {
    const newTitle = draft.trim();
    if (busy) return;
    if (newTitle === '' || newTitle === title) return setDraft(null);
    setBusy(true);
    const saved = await save(newTitle);
    setBusy(false);
    if (saved) setDraft(null);
  };
  return (
    <Input
      autoFocus
      size="small"
      className={css['titleInput'] ?? ''}
      value={draft}
      maxLength={maximumLength}
      aria-label={label}
      disabled={busy}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => void finish()}
      onFocus={(event) => event.target.select()}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key === 'Enter') void finish();
        if (event.key === 'Escape') {
          event.stopPropagation();
          setDraft(null);
        }
      }}
    />
  );
}
