import { lazy, Suspense } from 'react';
import { loadChunk } from '../app/load-chunk.ts';
import { fieldWords } from './fields/field-words.ts';

export type ChartSeries = { name: string; values: readonly (number | null)[] };

export type ChartProps = {
  kind: 'line' | 'bar' | 'pie';
  /** Names what is shown; also what a screen reader says. */
  title: string;
  /** Below the bars, along the line, or the slices of a pie. */
  labels: readonly string[];
  /** One value for each label. A pie shows the first series. */
  series: readonly ChartSeries[];
  /** How a value is written; a plain number by default. */
  format?: ((value: number) => string) | undefined;
  /** Pixels. */
  height?: number | undefined;
  loading?: boolean | undefined;
  /** Bars and areas stand on each other. */
  stacked?: boolean | undefined;
};

const ChartView = lazy(async () => {
  const [{ ChartView: component }] = await Promise.all([
    loadChunk(() => import('./chart/chart-view.tsx')),
    fieldWords.load(),
  ]);
  return { default: component };
});

/** A line, bars or a pie, with the same numbers as a table for who cannot or will not look; it comes after the page. */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<div style={{ height: (props.height ?? 280) + 32 }} aria-busy="true" />}>
      <ChartView {...props} />
    </Suspense>
  );
}
