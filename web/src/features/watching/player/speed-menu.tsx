import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../app/wording.ts';
import { speedsUpTo } from './preferences.ts';
import css from './player.module.css';

type Props = { rate: number; maximum: number; onRate: (rate: number) => void };

/** The speeds the course allows. */
export function SpeedMenu({ rate, maximum, onRate }: Props) {
  const t = useT();
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
      <button type="button" className={css['speedButton']} aria-haspopup="true" aria-expanded={isOpen} aria-label={t('watching.speed_now', { rate })} onClick={() => setIsOpen(!isOpen)}>{rate === 1 ? t('watching.speed') : `${rate}×`}</button>
      {isOpen ? (
        <div className={css['menu']} role="group" aria-label={t('watching.speed')}>
          {[...speedsUpTo(maximum)].reverse().map((speed) => (
            <button key={speed} type="button" aria-pressed={speed === rate} onClick={() => { onRate(speed); setIsOpen(false); }}>{speed}×</button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
