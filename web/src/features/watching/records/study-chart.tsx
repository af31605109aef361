import accountWords from 'virtual:words/account';
import type { MyRecords } from '@kaike/shared/contracts/watching';
import { formatSpan } from '@kaike/shared/kit/format';
import { useLocale } from '../../../app/wording.ts';
import css from './records.module.css';

type Days = NonNullable<MyRecords['summary']>['days'];

/** A bar chart of the last seven days. */
export function StudyChart({ days }: { days: Days }) {
  const t = accountWords.useT();
  const locale = useLocale();
  const most = Math.max(...days.map((day) => day.study_sec), 1);
  return (
    <ol className={css['chart']} aria-label={t('watching.records.chart')}>
      {days.map((day, index) => {
        const weekday = t(`watching.records.weekdays.${new Date(`${day.day}T00:00:00Z`).getUTCDay()}`);
        const time = day.study_sec > 0 ? formatSpan(day.study_sec, locale) : t('watching.records.no_study');
        const isToday = index === days.length - 1;
        return (
          <li
            key={day.day}
            className={isToday ? css['today'] : undefined}
            title={t('watching.records.day_text', { day: day.day, time })}
          >
            <span className="visually-hidden">{t('watching.records.day_text', { day: day.day, time })}</span>
            <i style={{ height: `${Math.round((day.study_sec / most) * 100)}%` }} aria-hidden="true" />
            <span aria-hidden="true">{isToday ? t('watching.records.today') : weekday}</span>
          </li>
        );
      })}
    </ol>
  );
}
