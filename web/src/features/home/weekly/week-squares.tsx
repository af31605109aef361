import weekWords from 'virtual:words/week';
import type { MyWeek } from '@kaike/shared/contracts/watching';
import { fillOf } from '@kaike/shared/domain/courses/daily-goal';
import { formatSpan } from '@kaike/shared/kit/format';
import { useLocale } from '../../../app/wording.ts';
import { Square, type SquareState } from '../../../ui/paper/square.tsx';
import { dayName } from '../day-name.ts';
import css from './week.module.css';

/** The seven days with their minutes. */
export function WeekSquares({ week }: { week: MyWeek }) {
  const t = weekWords.useT();
  const locale = useLocale();
  const days = week.days.map(({ day, study_sec: seconds }, place) => {
    const percent = fillOf(seconds, week.goals[place] ?? week.daily_goal_min);
    const isLeave = week.leave_days.includes(day);
    const state: SquareState = isLeave ? 'leave' : percent >= 100 ? 'done' : day === week.today ? 'now' : 'begun';
    const rest = day > week.today ? 'to_come' : isLeave ? 'on_leave' : 'none';
    return {
      day,
      percent,
      state,
      minutes: Math.floor(seconds / 60),
      text: seconds > 0 ? formatSpan(seconds, locale) : t(`week.${rest}`),
    };
  });
  return (
    <ol className={css['squares']} aria-label={t('week.days')}>
      {days.map(({ day, percent, state, minutes, text }, place) => (
        <li key={day} aria-current={day === week.today ? 'date' : undefined}>
          <span aria-hidden="true">{dayName(place, locale, 'narrow')}</span>
          <Square
            small
            state={state}
            percent={percent}
            label={t('week.day', { day: dayName(place, locale, 'long'), time: text })}
          >
            {percent > 0 ? minutes : null}
          </Square>
        </li>
      ))}
    </ol>
  );
}
