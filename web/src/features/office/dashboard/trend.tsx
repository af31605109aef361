import { useSearchParams } from 'react-router';
import { trendSpans, type Dashboard } from '@kaike/shared/contracts/office/dashboard';
import { useT } from '../../../app/wording.ts';
import { Chart } from '../../../kit/chart.tsx';
import { SpanButtons } from '../../../kit/dates/span-buttons.tsx';
import css from './dashboard.module.css';

const height = 200;

/** Daily trend: activations and new members. The period is in the URL. */
export function Trend({ days, trend }: { days: number; trend: Dashboard['trend'] }) {
  const t = useT();
  const [, setParams] = useSearchParams();
  return (
    <section className={css['panel']} aria-label={t('admin.dashboard.trend')}>
      <Chart
        kind="line"
        title={t('admin.dashboard.trend')}
        head={
          <div className={css['trend']}>
            <h2>{t('admin.dashboard.trend')}</h2>
            <SpanButtons
              spans={trendSpans}
              days={days}
              onChange={(span) => setParams({ days: String(span) }, { replace: true })}
            />
          </div>
        }
        labels={trend.map(({ day }) => day.slice(5))}
        height={height}
        series={[
          { name: t('admin.dashboard.activations'), values: trend.map(({ activations }) => activations) },
          { name: t('admin.dashboard.joined'), values: trend.map(({ joined }) => joined) },
        ]}
      />
    </section>
  );
}
