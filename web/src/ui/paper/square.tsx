import type { CSSProperties, ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import css from './paper.module.css';

export type SquareState = 'empty' | 'begun' | 'now' | 'done' | 'locked' | 'leave';

/** How full a square is, as the variable its style reads. */
export const filled = (percent: number): CSSProperties & Record<'--fill', string> => ({ '--fill': `${percent}%` });

/** The red tick of the school; the words beside it say the same. */
export function Tick({ size = 20 }: { size?: number }) {
  return (
    <svg className={css['tick']} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3 13.5c2.2 1.3 3.6 3 4.8 6C10.6 12.6 15 7.2 21 3.5" />
    </svg>
  );
}

/** A leave slip: a sheet with a corner folded over. */
function Slip() {
  return (
    <svg className={css['slip']} width={16} height={16} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5 3h9l5 5v13H5zM14 3v5h5M9 13h6M9 17h4" />
    </svg>
  );
}

/** A lesson, or a day: empty, filling from the bottom, full with a tick, or a day on leave. Its label says so in words. */
export function Square({
  state,
  percent = 0,
  label,
  small = false,
  children,
}: {
  state: SquareState;
  percent?: number;
  label?: string;
  small?: boolean;
  children?: ReactNode;
}) {
  return (
    <span
      className={css['square']}
      data-state={state}
      data-small={small}
      style={filled(state === 'done' ? 100 : percent)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {state === 'locked' ? <Icon name="lock" size={15} /> : children}
      {state === 'leave' ? <Slip /> : null}
      {state === 'done' ? <Tick size={small ? 16 : 20} /> : null}
    </span>
  );
}

/** Above this many lessons they are parts of one bar. */
const maxSquares = 12;

/** The lessons of a course in their order, each as full as it is done. */
export function Steps({ percents, label }: { percents: readonly number[]; label: string }) {
  return (
    <span className={css['steps']} data-many={percents.length > maxSquares} role="img" aria-label={label}>
      {percents.map((percent, place) => (
        <i key={place} data-done={percent === 100} style={filled(percent)} />
      ))}
    </span>
  );
}
