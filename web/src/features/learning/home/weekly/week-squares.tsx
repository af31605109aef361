import weekWords from 'virtual:locale/week';
import type { MyWeek } from '@kaike/shared/contracts/learning/watching';
import { fillOf } from '@kaike/shared/domain/learning/daily-goal';
import { formatSpan } from '@kaike/shared/kit/format';
import { useLocale } from '../../../../app/wording.ts';
import { Week, type WeekDay } from '../../../../ui/paper/today.tsx';
import { dayName } from '../day-name.ts';
import css from './week.module.css';

/** The seven days with their minutes. */
export function WeekSquares({ week }: { week: MyWeek }) {
  const t = weekWords.useT();
  const locale = useLocale();
  const days = week.days.map(({ day, study_sec: seconds }, place): WeekDay => {
    const percent = fillOf(seconds, week.goals[place] ?? week.daily_goal_min);
    const isLeave = week.leave_days.includes(day);
    const rest = day > week.today ? 'to_come' : isLeave ? 'on_leave' : 'none';
    return {
      key: day,
      name: dayName(place, locale, 'narrow'),
      label: t('week.day', {
        day: dayName(place, locale, 'long'),
        time: seconds > 0 ? formatSpan(seconds, locale) : t(`week.${rest}`),
      }),
      percent,
      is_today: day === week.today,
      is_leave: isLeave,
      text: percent > 0 ? String(Math.floor(seconds / 60)) : '',
    };
  });
  return (
    <div className={css['days']}>
      <Week days={days} label={t('week.days')} />
    </div>
  );
}
