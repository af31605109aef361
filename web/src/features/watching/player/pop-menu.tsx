import { useEffect, useRef, useState } from 'react';
import css from './player.module.css';

type Option<V> = { value: V; label: string };
type Props<V> = { label: string; shown: string; title: string; options: readonly Option<V>[]; chosen: V; onChoose: (value: V) => void };

/** A word on the bar that opens a list above it. */
export function PopMenu<V extends string | number>({ label, shown, title, options, chosen, onChoose }: Props<V>) {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onOutside = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setIsOpen(false);
    };
    const onKey = (event: KeyboardEvent): void => { if (event.key === 'Escape') setIsOpen(false); };
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen]);
  return (
    <div ref={box} className={css['speed']}>
      <button type="button" className={css['speedButton']} aria-haspopup="true" aria-expanded={isOpen} aria-label={label} onClick={() => setIsOpen(!isOpen)}>{shown}</button>
      {isOpen ? (
        <div className={css['menu']} role="group" aria-label={title}>
          {options.map((option) => <button key={option.value} type="button" aria-pressed={option.value === chosen} onClick={() => { onChoose(option.value); setIsOpen(false); }}>{option.label}</button>)}
        </div>
      ) : null}
    </div>
  );
}
