import { memo, useDeferredValue, useMemo, useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import accountWords from 'virtual:locale/account';
import * as account from '@kaike/shared/contracts/auth/account';
import { addDays } from '@kaike/shared/kit/dates/school-days';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { formatWeekday } from '@kaike/shared/kit/dates/format-when';
import { formatDay, formatSpan } from '@kaike/shared/kit/format';
import { apiBase, call } from '../../../../api/client.ts';
import { useLocale } from '../../../../app/wording.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Card, Skeleton } from '../../../../ui/parts.tsx';
import { fromRecords } from './account-header.tsx';
import css from '../member-account.module.css';

type Year = ResponseOf<typeof account.getStudyCalendar>;

/** Minutes from which a day gets the next stronger colour. */
const steps = [1, 20, 45, 90];
const levelOf = (seconds: number): number =>
  steps.filter((minutes) => seconds >= minutes * 60).length || (seconds > 0 ? 1 : 0);
const moves: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 };

type Day = { day: string; name: string; level: number; is_leave: boolean };

/** The day a key leads to; Home and End stay in the week, with Ctrl they lead to the ends of the year. Undefined for other keys. */
function dayOfKey(
  { key, ctrlKey: isFar }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
  { from, week, year }: { from: string; week: readonly Day[]; year: Year },
): string | undefined {
  if (key === 'Home') return isFar ? year.from : week[0]?.day;
  if (key === 'End') return isFar ? year.to : week.at(-1)?.day;
  const by = moves[key];
  return by === undefined ? undefined : addDays(from, by);
}

/** The latest weeks are visible first where a year is wider than the screen. */
function showLatest(box: HTMLElement | null): void {
  if (box) box.scrollLeft = box.scrollWidth;
}

/** Every day of the year with what it says, by weeks. */
function weeksOf(year: Year, t: ReturnType<typeof accountWords.useT>, locale: string): Day[][] {
  const leave = new Set(year.leave_days);
  const byDay = new Map(year.days.map((day) => [day.day, day.study_sec]));
  const weeks: Day[][] = [];
  for (let on = year.from; on <= year.to; on = addDays(on, 1)) {
    const day = formatDay(on, { locale });
    const seconds = byDay.get(on) ?? 0;
    const name =
      seconds > 0
        ? t('account.calendar.day', { day, time: formatSpan(seconds, locale) })
        : t(leave.has(on) ? 'account.calendar.day_leave' : 'account.calendar.day_none', { day });
    if ((weeks.at(-1)?.length ?? 7) === 7) weeks.push([]);
    weeks.at(-1)?.push({ day: on, name, level: levelOf(seconds), is_leave: leave.has(on) });
  }
  return weeks;
}

/** A week, which renders anew only when the day in use enters or leaves it. */
const Week = memo(function Week({
  days,
  active,
  setActive,
}: {
  days: readonly Day[];
  active: string | null;
  setActive: (day: string) => void;
}) {
  return (
    <div className={css['week']}>
      {days.map(({ day, name, level, is_leave }) => (
        <button
          key={day}
          type="button"
          data-day={day}
          data-level={level}
          data-leave={is_leave || undefined}
          tabIndex={day === active ? 0 : -1}
          aria-label={name}
          title={name}
          onFocus={() => setActive(day)}
          onClick={() => setActive(day)}
        />
      ))}
    </div>
  );
});

function Weeks({ year }: { year: Year }) {
  const t = accountWords.useT();
  const locale = useLocale();
  const [active, setActive] = useState(year.to);
  const weeks = useMemo(() => weeksOf(year, t, locale), [year, t, locale]);
  const starts = weeks.map(([first]) => first?.day ?? '');
  const monthStarts = starts.filter((day, week) => day.slice(5, 7) !== starts[week - 1]?.slice(5, 7));
  // A month that ends in its second column has no room for its name.
  const months = monthStarts.filter((day, index) => (monthStarts[index + 1] ?? '9') > addDays(day, 14));
  const endOf = (day: string): string | undefined => monthStarts[monthStarts.indexOf(day) + 1];
  const columnOf = (day: string | undefined): number => (day ? starts.indexOf(day) : starts.length) + 1;
  const monthNames = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  const walk = (event: KeyboardEvent<HTMLDivElement>): void => {
    const from = event.target instanceof HTMLElement ? (event.target.dataset['day'] ?? active) : active;
    const week = weeks.find((days) => days.some(({ day }) => day === from)) ?? [];
    const next = dayOfKey(event, { from, week, year });
    if (next === undefined) return;
    event.preventDefault();
    if (next < year.from || next > year.to) return;
    event.currentTarget.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  return (
    <>
      <div className={css['year']}>
        <div className={css['weekdays']} aria-hidden="true">
          {[0, 2, 4, 6].map((place) => (
            <span key={place} style={{ gridRow: place + 2 }}>
              {formatWeekday(addDays(year.from, place), locale, 'narrow')}
            </span>
          ))}
        </div>
        <div
          className={css['weeks']}
          role="group"
          aria-label={t('account.calendar.title')}
          onKeyDown={walk}
          ref={showLatest}
        >
          {months.map((day) => (
            <span key={day} aria-hidden="true" style={{ gridColumn: `${columnOf(day)} / ${columnOf(endOf(day))}` }}>
              <b>{monthNames.format(new Date(day))}</b>
            </span>
          ))}
          {weeks.map((days) => (
            <Week
              key={days[0]?.day}
              days={days}
              active={days.some(({ day }) => day === active) ? active : null}
              setActive={setActive}
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
        {year.leave_days.length > 0 ? (
          <>
            <i data-leave="true" />
            {t('account.calendar.leave')}
          </>
        ) : null}
      </p>
      <p className={css['muted']} aria-live="polite">
        {weeks.flat().find(({ day }) => day === active)?.name}
      </p>
    </>
  );
}

/** A calendar of one year of study, with links to export and certificate. */
export function StudyCalendar() {
  const t = accountWords.useT();
  const locale = useLocale();
  const { data } = useQuery({ queryKey: ['study-calendar'], queryFn: () => call(account.getStudyCalendar) });
  const year = useDeferredValue(data);
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
      {year ? <Weeks year={year} /> : <Skeleton height={201} />}
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
