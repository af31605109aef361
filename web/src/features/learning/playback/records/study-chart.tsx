import accountWords from 'virtual:locale/account';
import type { MyRecords } from '@kaike/shared/contracts/learning/watching';
import { formatWeekday } from '@kaike/shared/kit/dates/format-when';
import { formatSpan } from '@kaike/shared/kit/format';
import { useLocale } from '../../../../app/wording.ts';
import css from './records.module.css';

type Summary = NonNullable<MyRecords['summary']>;

/** A bar chart of this week, each day beside the same day of last week. */
export function StudyChart({ days, today }: Pick<Summary, 'days' | 'today'>) {
  const t = accountWords.useT();
  const locale = useLocale();
  const most = Math.max(...days.map((day) => day.study_sec), 1);
  const height = (seconds: number) => ({ height: `${Math.round((seconds / most) * 100)}%` });
  const time = (seconds: number): string =>
    seconds > 0 ? formatSpan(seconds, locale) : t('watching.records.no_study');
  return (
    <div>
      <p className={css['legend']} aria-hidden="true">
        <span>
          <i /> {t('watching.records.last_week')}
        </span>
        <span>
          <i /> {t('watching.records.week')}
        </span>
      </p>
      <ol className={css['chart']} aria-label={t('watching.records.chart')}>
        {days.slice(7).map((day, index) => {
          const before = days[index]?.study_sec ?? 0;
          const isToday = day.day === today;
          const isToCome = day.day > today;
          const text = t('watching.records.day_text', {
            weekday: formatWeekday(day.day, locale, 'long'),
            time: isToCome ? '–' : time(day.study_sec),
            before: time(before),
          });
          return (
            <li key={day.day} className={isToday ? css['today'] : undefined} title={text}>
              <span className="visually-hidden">{text}</span>
              <span className={css['bars']} aria-hidden="true">
                <i style={height(before)} />
                <i style={isToCome ? { visibility: 'hidden' } : height(day.study_sec)} />
              </span>
              <span aria-hidden="true">{formatWeekday(day.day, locale, 'narrow')}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
