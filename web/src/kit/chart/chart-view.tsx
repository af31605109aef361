import { lazy, Suspense, useState } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import { loadChunk } from '../../app/loading/load-chunk.ts';
import { useLocale } from '../../app/wording.ts';
import type { ChartProps } from './chart-props.ts';
import css from './chart.module.css';

const Canvas = lazy(async () => ({ default: (await loadChunk(() => import('./chart-canvas.tsx'))).ChartCanvas }));

const defaultHeight = 280;

function NumberTable({
  title,
  labels,
  series,
  format,
}: Pick<ChartProps, 'title' | 'labels' | 'series'> & { format: (value: number) => string }) {
  const t = fieldWords.useT();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling box must be reachable by keyboard
    <div className={css['table']} tabIndex={0} role="region" aria-label={title}>
      <table>
        <caption className={css['hidden']}>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('kit_fields.chart.label')}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={`${label}/${index}`}>
              <th scope="row">{label}</th>
              {series.map(({ name, values }) => {
                const value = values[index];
                return <td key={name}>{value === null || value === undefined ? '–' : format(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The chart or its table, one at a time. */
export function ChartView(props: ChartProps) {
  const { title, head, labels, series, loading = false, height = defaultHeight } = props;
  const t = fieldWords.useT();
  const [isTable, setIsTable] = useState(false);
  const locale = useLocale();
  const format = props.format ?? ((value: number) => value.toLocaleString(locale, { maximumFractionDigits: 2 }));
  const isEmpty =
    labels.length === 0 || series.every(({ values }) => values.every((value) => value === null || value === undefined));
  const body = isTable ? (
    <NumberTable {...props} format={format} />
  ) : (
    <Suspense fallback={<div className={css['wait']} aria-busy="true" />}>
      <Canvas {...props} format={format} />
    </Suspense>
  );
  return (
    <figure className={css['chart']} aria-label={title}>
      <figcaption className={css['head']}>
        {head ?? <span>{title}</span>}
        {isEmpty || loading ? null : (
          <button type="button" className={css['toggle']} aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            {t(isTable ? 'kit_fields.chart.drawing' : 'kit_fields.chart.table')}
          </button>
        )}
      </figcaption>
      <div className={css['body']} style={{ height }}>
        {loading ? (
          <div className={css['wait']} aria-busy="true" />
        ) : isEmpty ? (
          <p className={css['empty']}>{t('kit_fields.chart.empty')}</p>
        ) : (
          body
        )}
      </div>
    </figure>
  );
}
