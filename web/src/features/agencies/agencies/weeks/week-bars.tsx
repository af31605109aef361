import agencyWords from 'virtual:locale/agencies';
import type { AgencyWeek } from '@kaike/shared/contracts/agencies/agencies';
import { formatNumber } from '@kaike/shared/kit/format';
import css from './weeks.module.css';

const series = ['issued', 'activated'] as const;
type Series = (typeof series)[number];

const [barWidth, gap, height] = [16, 2, 72];
const groupWidth = 2 * barWidth + gap + 12;

const sumOf = (weeks: readonly AgencyWeek[], key: Series): number => weeks.reduce((sum, week) => sum + week[key], 0);

/** `11-23` of 2026-11-23. */
const shortDay = (day: string): string => day.slice('2026-'.length);

function Drawing({ weeks }: { weeks: readonly AgencyWeek[] }) {
  const t = agencyWords.useT();
  const most = Math.max(1, ...weeks.flatMap(({ issued, activated }) => [issued, activated]));
  const width = weeks.length * groupWidth;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className={css['drawing']} aria-hidden="true">
      {weeks.map((week, index) => (
        <g key={week.monday} transform={`translate(${index * groupWidth})`}>
          <title>
            {t('agencies.weeks.row', {
              from: shortDay(week.monday),
              issued: formatNumber(week.issued),
              activated: formatNumber(week.activated),
            })}
          </title>
          <rect width={groupWidth} height={height} fill="none" pointerEvents="all" />
          {series.map((key, at) => {
            const tall = week[key] === 0 ? 1 : Math.max(3, (week[key] / most) * height);
            return (
              <rect
                key={key}
                className={css[key]}
                x={6 + at * (barWidth + gap)}
                y={height - tall}
                width={barWidth}
                height={tall}
              />
            );
          })}
        </g>
      ))}
    </svg>
  );
}

/** Cards issued and activated in each week: bars, and the same numbers as a table for those who do not see them. */
export function WeekBars({ weeks }: { weeks: readonly AgencyWeek[] }) {
  const t = agencyWords.useT();
  const [issued, activated] = [sumOf(weeks, 'issued'), sumOf(weeks, 'activated')];
  return (
    <section className={css['weeks']} aria-label={t('agencies.weeks.title')}>
      <header>
        <h3>{t('agencies.weeks.title')}</h3>
        {issued + activated > 0 ? (
          <span>{t('agencies.weeks.sum', { issued: formatNumber(issued), activated: formatNumber(activated) })}</span>
        ) : null}
      </header>
      {issued + activated === 0 ? (
        <p className="kk-muted">{t('agencies.weeks.none')}</p>
      ) : (
        <>
          <Drawing weeks={weeks} />
          <p className={css['axis']} aria-hidden="true">
            <span>{shortDay(weeks[0]?.monday ?? '')}</span>
            <span className={css['keys']}>
              {series.map((key) => (
                <span key={key}>
                  <i className={css[key]} />
                  {t(`agencies.weeks.${key}`)}
                </span>
              ))}
            </span>
            <span>{t('agencies.weeks.this')}</span>
          </p>
          <table className="visually-hidden">
            <caption>{t('agencies.weeks.title')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('agencies.weeks.from')}</th>
                {series.map((key) => (
                  <th key={key} scope="col">
                    {t(`agencies.weeks.${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map((week) => (
                <tr key={week.monday}>
                  <th scope="row">{shortDay(week.monday)}</th>
                  {series.map((key) => (
                    <td key={key}>{formatNumber(week[key])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}
