import { useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import accountWords from 'virtual:words/account';
import { getStudyCalendar } from '@kaike/shared/contracts/account';
import { addDays } from '@kaike/shared/domain/courses/study-days';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { formatDay, formatSpan } from '@kaike/shared/kit/format';
import { apiBase, call } from '../../../api/client.ts';
import { useLocale } from '../../../app/wording.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card, Skeleton } from '../../../ui/parts.tsx';
import { fromRecords } from './account-header.tsx';
import css from '../account.module.css';

type Year = ResponseOf<typeof getStudyCalendar>;

/** Minutes from which a day gets the next stronger colour. */
const steps = [1, 20, 45, 90];
const levelOf = (seconds: number): number =>
  steps.filter((minutes) => seconds >= minutes * 60).length || (seconds > 0 ? 1 : 0);
const moves: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 };

function Weeks({ year }: { year: Year }) {
  const t = accountWords.useT();
  const locale = useLocale();
  const [active, setActive] = useState(year.to);
  const leave = new Set(year.leave_days);
  const byDay = new Map(year.days.map((day) => [day.day, day.study_sec]));
  const all: string[] = [];
  for (let day = year.from; day <= year.to; day = addDays(day, 1)) all.push(day);
  const monthStarts = all.filter((day, index) => index % 7 === 0 && day.slice(5, 7) !== all[index - 7]?.slice(5, 7));
  // A month that ends in its second column has no room for its name.
  const months = monthStarts.filter((day, index) => (monthStarts[index + 1] ?? '9') > addDays(day, 14));
  const format = (day: string, form: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' }).format(new Date(day));
  const label = (on: string): string => {
    const day = formatDay(on, { locale });
    const seconds = byDay.get(on);
    return seconds
      ? t('account.calendar.day', { day, time: formatSpan(seconds, locale) })
      : t(leave.has(on) ? 'account.calendar.day_leave' : 'account.calendar.day_none', { day });
  };
  const walk = (event: KeyboardEvent<HTMLDivElement>): void => {
    const by = moves[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = addDays(active, by);
    if (next < year.from || next > year.to) return;
    setActive(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  return (
    <>
      <div className={css['year']}>
        <div className={css['weekdays']} aria-hidden="true">
          {all.slice(0, 7).map((day, index) => (
            <span key={day} style={{ gridRow: index + 2 }}>
              {index % 2 === 0 ? format(day, { weekday: 'narrow' }) : ''}
            </span>
          ))}
        </div>
        {/* The latest weeks are visible first where a year is wider than the screen. */}
        <div
          className={css['weeks']}
          role="group"
          aria-label={t('account.calendar.title')}
          onKeyDown={walk}
          ref={(box) => {
            if (box) box.scrollLeft = box.scrollWidth;
          }}
        >
          {months.map((day) => (
            <span key={day} aria-hidden="true" style={{ gridColumn: `${all.indexOf(day) / 7 + 1} / span 3` }}>
              {format(day, { month: 'short' })}
            </span>
          ))}
          {all.map((day, index) => (
            <button
              key={day}
              type="button"
              style={{ gridArea: `${(index % 7) + 2} / ${Math.floor(index / 7) + 1}` }}
              data-day={day}
              data-level={levelOf(byDay.get(day) ?? 0)}
              data-leave={leave.has(day)}
              tabIndex={day === active ? 0 : -1}
              aria-label={label(day)}
              title={label(day)}
              onClick={() => setActive(day)}
            />
          ))}
        </div>
      </div>
      <p className={css['scale']} aria-hidden="true">
        {t('account.calendar.less')}
        {[0, ...steps].map((minutes, level) => (
          <i key={minutes} data-level={level} />
        ))}
        {t('account.calendar.more')}
        {leave.size > 0 ? (
          <>
            <i data-leave="true" />
            {t('account.calendar.leave')}
          </>
        ) : null}
      </p>
      <p className={css['muted']} aria-live="polite">
        {label(active)}
      </p>
    </>
  );
}

/** A calendar of one year of study, with links to export and certificate. */
export function StudyCalendar() {
  const t = accountWords.useT();
  const locale = useLocale();
  const { data } = useQuery({ queryKey: ['study-calendar'], queryFn: () => call(getStudyCalendar) });
  if (!data) return <Skeleton height={340} />;
  const studied = data.days.filter((day) => day.study_sec > 0);
  return (
    <Card>
      <h2 className={css['heading']}>{t('account.calendar.title')}</h2>
      <p className={css['muted']}>
        {t('account.calendar.summary', {
          days: studied.length,
          time: formatSpan(
            studied.reduce((sum, day) => sum + day.study_sec, 0),
            locale,
          ),
        })}
      </p>
      <Weeks year={data} />
      <div className={css['actions']}>
        <a className={buttonClass()} href={`${apiBase()}/home/learning-records/export`} download>
          {t('account.export')}
        </a>
        <Link className={buttonClass()} to="/home/learning-records/certificate" state={fromRecords}>
          {t('account.certificate.title')}
        </Link>
      </div>
    </Card>
  );
}
