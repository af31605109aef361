import { lazy, Suspense } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import { loadChunk } from '../app/loading/load-chunk.ts';
import type { ChartProps } from './chart/chart-props.ts';

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
