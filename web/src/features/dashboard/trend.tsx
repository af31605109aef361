import { useSearchParams } from 'react-router';
import { trendSpans, type Dashboard } from '@kaike/shared/contracts/dashboard';
import { formatNumber } from '@kaike/shared/kit/format';
import { useT } from '../../app/wording.ts';
import { Chart } from '../../kit/chart.tsx';
import { SpanButtons } from '../../kit/dates/span-buttons.tsx';
import css from './dashboard.module.css';

const secondsPerHour = 3600;
/** What two decimals tell apart. */
const leastHours = 0.01;

/** In a small school members study minutes a day: the axis would show 0.1 three times. */
const writeHours = (hours: number): string =>
  formatNumber(hours, { decimals: Number.isInteger(Math.round(hours * 100) / 10) ? 1 : 2 });

/** Daily trend: activations, new members and hours studied. The period is in the URL. */
export function Trend({ days, trend }: { days: number; trend: Dashboard['trend'] }) {
  const t = useT();
  const [, setParams] = useSearchParams();
  const labels = trend.map(({ day }) => day.slice(5));
  const counts = [
    { name: t('admin.dashboard.activations'), values: trend.map(({ activations }) => activations) },
    { name: t('admin.dashboard.joined'), values: trend.map(({ joined }) => joined) },
  ];
  const hours = [
    {
      name: t('admin.dashboard.study_hours'),
      values: trend.map(({ study_sec: sec }) => Math.round((sec / secondsPerHour) * 100) / 100),
    },
  ];
  return (
    <section className={css['trend']} aria-label={t('admin.dashboard.trend')}>
      <header className={css['head']}>
        <h2>{t('admin.dashboard.trend')}</h2>
        <SpanButtons
          spans={trendSpans}
          days={days}
          onChange={(span) => setParams({ days: String(span) }, { replace: true })}
        />
      </header>
      <div className={css['charts']}>
        <Chart kind="line" title={t('admin.dashboard.people')} labels={labels} series={counts} />
        <Chart
          kind="bar"
          title={t('admin.dashboard.study_hours')}
          labels={labels}
          series={hours}
          format={writeHours}
          least={leastHours}
        />
      </div>
    </section>
  );
}
