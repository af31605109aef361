import { filled, Square, type SquareState } from './square.tsx';
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

export type WeekDay = {
  key: string;
  name: string;
  label: string;
  percent: number;
  is_today: boolean;
  is_leave?: boolean;
  /** In the square. */
  text?: string;
};

const stateOf = (day: WeekDay): SquareState => {
  if (day.is_leave) return 'leave';
  if (day.percent >= 100) return 'done';
  if (day.is_today) return 'now';
  return day.percent > 0 ? 'begun' : 'empty';
};

/** The seven days of a week. A day without study is an empty square, nothing more; one on leave is a slip. */
export function Week({ days, label }: { days: readonly WeekDay[]; label: string }) {
  return (
    <ol className={css['week']} aria-label={label}>
      {days.map((day) => (
        <li key={day.key} aria-current={day.is_today ? 'date' : undefined}>
          <span aria-hidden="true">{day.name}</span>
          <Square small state={stateOf(day)} percent={day.percent} label={day.label}>
            {day.text}
          </Square>
        </li>
      ))}
    </ol>
  );
}
