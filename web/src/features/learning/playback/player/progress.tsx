import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { formatClock } from '@kaike/shared/kit/format';
import { useT } from '../../../../app/wording.ts';
import css from './player.module.css';

const keyStepSec = 5;
const pageStepSec = 60;

type Props = {
  position: number;
  duration: number;
  bufferedTo: number;
  /** Intervals that were seen, in seconds. */
  seen: readonly (readonly number[])[];
  /** Free up to here; null for all of it. */
  previewSec: number | null;
  onSeek: (to: number) => void;
};

const share = (seconds: number, duration: number): string =>
  `${duration > 0 ? Math.min(100, Math.max(0, (seconds / duration) * 100)) : 0}%`;

/** Position, buffer and what was seen in one bar of squares; dragged, tapped, or moved with the keys. */
export function Progress({ position, duration, bufferedTo, seen, previewSec, onSeek }: Props) {
  const t = useT();
  const bar = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);

  const placeOf = (event: PointerEvent): number => {
    const { left = 0, width = 1 } = bar.current?.getBoundingClientRect() ?? {};
    return Math.min(1, Math.max(0, (event.clientX - left) / width)) * duration;
  };
  const onDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(placeOf(event));
  };
  const onMove = (event: PointerEvent): void => {
    if (dragged !== null) setDragged(placeOf(event));
    if (event.pointerType === 'mouse') setPointed(placeOf(event));
  };
  const onUp = (): void => {
    if (dragged !== null) onSeek(dragged);
    setDragged(null);
  };
  const steps: Record<string, number> = {
    ArrowRight: keyStepSec,
    ArrowUp: keyStepSec,
    ArrowLeft: -keyStepSec,
    ArrowDown: -keyStepSec,
    PageUp: pageStepSec,
    PageDown: -pageStepSec,
    Home: -Infinity,
    End: Infinity,
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSeek(Math.min(duration, Math.max(0, position + step)));
  };

  const displayed = dragged ?? position;
  const bubble = dragged ?? pointed;
  return (
    <div
      ref={bar}
      className={css['progress']}
      role="slider"
      tabIndex={0}
      aria-label={t('watching.progress')}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(displayed)}
      aria-valuetext={t('watching.progress_text', {
        position: formatClock(displayed),
        duration: formatClock(duration),
      })}
      data-dragged={dragged !== null}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={() => setDragged(null)}
      onPointerLeave={() => setPointed(null)}
      onKeyDown={onKey}
    >
      <span className={css['line']}>
        <i className={css['buffered']} style={{ width: share(bufferedTo, duration) }} />
        {seen.map(([from = 0, to = 0]) => (
          <i
            key={from}
            className={css['seen']}
            style={{ left: share(from, duration), width: share(to - from, duration) }}
          />
        ))}
        {previewSec === null ? null : <i className={css['free']} style={{ left: share(previewSec, duration) }} />}
      </span>
      <span className={css['thumb']} style={{ left: share(displayed, duration) }} />
      {bubble === null ? null : (
        <span className={css['bubble']} style={{ left: share(bubble, duration) }}>
          {formatClock(bubble)}
        </span>
      )}
    </div>
  );
}
