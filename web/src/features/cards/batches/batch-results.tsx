import { useQuery } from '@tanstack/react-query';
import * as cardResults from '@kaike/shared/contracts/cards/card-results';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { formatNumber } from '@kaike/shared/kit/format';
import { call } from '../../../api/client.ts';
import { useT } from '../../../app/wording.ts';
import { Chart } from '../../../kit/chart.tsx';
import { Alert, Button, Skeleton } from '../../../kit/widgets.ts';
import css from './batch-results.module.css';

type Results = ResponseOf<typeof cardResults.getBatchResults>;

const steps = ['made', 'issued', 'claimed', 'activated', 'first_lesson', 'half', 'finished'] as const;
const dayMs = 86_400_000;
const maxCurveDays = 366;

/** Every day between the first and the last activation, including days without any. */
function fillMissingDays(curve: Results['curve']): { day: string; count: number }[] {
  const [first, last] = [curve[0], curve.at(-1)];
  if (!first || !last) return [];
  const counts = new Map(curve.map((one) => [one.day, one.count]));
  const [from, to] = [Date.parse(first.day), Date.parse(last.day)];
  const length = Math.round((to - from) / dayMs) + 1;
  if (length > maxCurveDays) return curve;
  return Array.from({ length }, (_one, index) => {
    const day = new Date(from + index * dayMs).toISOString().slice(0, 10);
    return { day, count: counts.get(day) ?? 0 };
  });
}

function Funnel({ results }: { results: Results }) {
  const t = useT();
  return (
    <ol className={css['funnel']}>
      {steps.map((step) => {
        const percent = results.made > 0 ? Math.round((results[step] / results.made) * 100) : 0;
        return (
          <li key={step}>
            <span>{t(`card_batches.results.${step}`)}</span>
            <span className={css['bar']} aria-hidden="true">
              <i style={{ width: `${percent}%` }} />
            </span>
            <b className="kk-number">{formatNumber(results[step])}</b>
            <span className="kk-muted">{percent}%</span>
          </li>
        );
      })}
    </ol>
  );
}

/** Results of a batch: activations by day, and how far the members got. */
export function BatchResults({ id }: { id: number }) {
  const t = useT();
  const { data, isError, refetch } = useQuery({
    queryKey: ['card-batches', 'results', id],
    queryFn: ({ signal }) => call(cardResults.getBatchResults, { params: { id }, signal, quiet: true }),
  });
  if (isError)
    return (
      <Alert
        type="error"
        showIcon
        title={t('card_batches.load_failed')}
        action={
          <Button size="small" onClick={() => void refetch()}>
            {t('card_batches.retry')}
          </Button>
        }
      />
    );
  if (!data) return <Skeleton active />;
  const curve = fillMissingDays(data.curve);
  return (
    <section className={css['results']}>
      <h3>{t('card_batches.results.title')}</h3>
      <Funnel results={data} />
      {curve.length > 0 ? (
        <Chart
          kind={curve.length > 1 ? 'line' : 'bar'}
          title={t('card_batches.results.curve')}
          labels={curve.map((one) => one.day)}
          series={[{ name: t('card_batches.results.activated'), values: curve.map((one) => one.count) }]}
          height={220}
        />
      ) : (
        <p className="kk-muted">{t('card_batches.results.none')}</p>
      )}
    </section>
  );
}
