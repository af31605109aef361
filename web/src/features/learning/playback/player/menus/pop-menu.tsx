import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../../../app/wording.ts';
import { Sheet } from '../../../../../ui/sheet.tsx';
import css from '../player.module.css';

type Option<V> = { value: V; label: string };
type Props<V> = {
  label: string;
  text: string;
  title: string;
  options: readonly Option<V>[];
  chosen: V;
  onChoose: (value: V) => void;
};

/** Screens where the visible video is lower than the list of choices: a phone, upright or on its side. */
const onPhone = '(max-width: 639px), (max-height: 479px)';

/** A text button on the bar that opens a list above it, on phones a sheet at the bottom. */
export function PopMenu<V extends string | number>({ label, text, title, options, chosen, onChoose }: Props<V>) {
  const t = useT();
  const [open, setOpen] = useState<'list' | 'sheet' | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const close = (): void => setOpen(null);
  useEffect(() => {
    if (open !== 'list') return undefined;
    const onOutside = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);
  const choices = options.map((option) => (
    <button
      key={option.value}
      type="button"
      aria-pressed={option.value === chosen}
      onClick={() => {
        onChoose(option.value);
        close();
      }}
    >
      {option.label}
    </button>
  ));
  return (
    <div ref={box} className={css['speed']}>
      <button
        type="button"
        className={css['speedButton']}
        aria-haspopup="true"
        aria-expanded={open !== null}
        aria-label={label}
        onClick={() => setOpen(open ? null : window.matchMedia(onPhone).matches ? 'sheet' : 'list')}
      >
        {text}
      </button>
      {open === 'list' ? (
        <div className={css['menu']} role="group" aria-label={title}>
          {choices}
        </div>
      ) : null}
      {open === 'sheet' ? (
        <Sheet open bottom title={title} onClose={close} closeLabel={t('common.close')}>
          <div className={css['choices']} role="group" aria-label={title}>
            {choices}
          </div>
        </Sheet>
      ) : null}
    </div>
  );
}
