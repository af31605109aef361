import { filled, Square } from './square.tsx';
import css from './paper.module.css';

/** Today's minutes in a square that fills up to the goal. */
export function Today({ minutes, percent, unit }: { minutes: number; percent: number; unit: string }) {
  return (
    <span className={css['today']} style={filled(percent)}>
      <b>{minutes}</b>
      <span>{unit}</span>
    </span>
  );
}

export type WeekDay = { key: string; name: string; label: string; percent: number; is_today: boolean };

/** The seven days of a week. A day without study is an empty square, nothing more. */
export function Week({ days, label }: { days: readonly WeekDay[]; label: string }) {
  return (
    <ol className={css['week']} aria-label={label}>
      {days.map((day) => (
        <li key={day.key} aria-current={day.is_today ? 'date' : undefined}>
          <span aria-hidden="true">{day.name}</span>
          <Square
            small
            state={day.percent >= 100 ? 'done' : day.is_today ? 'now' : day.percent > 0 ? 'begun' : 'empty'}
            percent={day.percent}
            label={day.label}
          />
        </li>
      ))}
    </ol>
  );
}
