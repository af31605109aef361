import { lazy, Suspense } from 'react';
import fieldWords from 'virtual:words/kit_fields';
import { loadChunk } from '../app/loading/load-chunk.ts';

export type ChartSeries = { name: string; values: readonly (number | null)[] };

export type ChartProps = {
  kind: 'line' | 'bar' | 'pie';
  /** The chart's title, also for screen readers. */
  title: string;
  /** Labels below the bars, along the line, or of the slices of a pie. */
  labels: readonly string[];
  /** One value for each label. A pie shows the first series. */
  series: readonly ChartSeries[];
  /** Formats a value; a plain number by default. */
  format?: ((value: number) => string) | undefined;
  /** Pixels. */
  height?: number | undefined;
  loading?: boolean | undefined;
  /** Stacks bars and areas. */
  stacked?: boolean | undefined;
};

const ChartView = lazy(async () => {
  const [{ ChartView: component }] = await Promise.all([
    loadChunk(() => import('./chart/chart-view.tsx')),
    fieldWords.load(),
  ]);
  return { default: component };
});

/** A line, bar or pie chart, with the same numbers as a table for accessibility; it loads after the page. */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<div style={{ height: (props.height ?? 280) + 32 }} aria-busy="true" />}>
      <ChartView {...props} />
    </Suspense>
  );
}
