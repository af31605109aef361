import { useState } from 'react';
import { Link } from 'react-router';
import type { Home } from '@kaike/shared/contracts/learning/home';
import { fillOf } from '@kaike/shared/domain/learning/daily-goal';
import { formatSpan } from '@kaike/shared/kit/format';
import { useCallName } from '../../../app/call-name.ts';
import { useLocale, useT } from '../../../app/wording.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Today, Week, type WeekDay } from '../../../ui/paper/today.tsx';
import { Bell } from './bell.tsx';
import { dayName } from './day-name.ts';
import css from './home.module.css';

const parts = [
  [5, 'night'],
  [11, 'morning'],
  [13, 'noon'],
  [18, 'afternoon'],
  [24, 'evening'],
] as const;

const partOf = (hour: number): string => parts.find(([end]) => hour < end)?.[1] ?? 'evening';

export function Greeting({ unread }: { unread: number }) {
  const t = useT();
  const name = useCallName();
  const greeting = t(`home.greeting.${partOf(new Date().getHours())}`);
  return (
    <header className={css['greeting']}>
      <h1>{name === '' ? greeting : t('home.greeting.named', { greeting, name })}</h1>
      <Bell unread={unread} />
    </header>
  );
}

/** Today's square against the goal, the week, the streak, and the leave slips with their rule. */
export function TodayRow({ home }: { home: Home }) {
  const t = useT();
  const locale = useLocale();
  const [explained, setExplained] = useState(false);
  const { week, weekday, daily_goal_min: goal, goals, streak_days: streak, leave } = home;
  const studied = week[weekday] ?? 0;
  const minutes = Math.floor(studied / 60);
  const days: WeekDay[] = week.map((seconds, place) => ({
    key: dayName(place, locale, 'long'),
    name: dayName(place, locale, 'narrow'),
    label: t('home.week.day', {
      day: dayName(place, locale, 'long'),
      time: seconds > 0 ? formatSpan(seconds, locale) : t(leave.includes(place) ? 'home.on_leave' : 'home.not_opened'),
    }),
    percent: fillOf(seconds, goals[place] ?? goal),
    is_today: place === weekday,
    is_leave: leave.includes(place),
  }));
  return (
    <section className={css['today']} aria-label={t('home.week.label')}>
      <Link to="/home/learning-records">
        <Today minutes={minutes} percent={fillOf(studied, goal)} unit={t('home.today.unit', { goal })} />
        <span className="visually-hidden">{t('home.today.label')}</span>
      </Link>
      <div className={css['todayText']}>
        <p>{minutes >= goal ? t('home.today.full') : t('home.today.left', { minutes: goal - minutes })}</p>
        <p className={css['quiet']}>
          {streak > 1 ? t('home.streak', { count: streak }) : t('home.today.goal', { goal })}
        </p>
        <button
          type="button"
          className={css['leave']}
          aria-expanded={explained}
          aria-controls="leave-rule"
          onClick={() => setExplained(!explained)}
        >
          {t('home.leave.left', { count: home.leave_slips })}
          <Icon name="down" size={16} />
        </button>
      </div>
      <Week days={days} label={t('home.week.label')} />
      <p id="leave-rule" className={`${css['quiet']} ${css['leaveRule']}`} hidden={!explained}>
        {t('home.leave.rule')}
      </p>
    </section>
  );
}
