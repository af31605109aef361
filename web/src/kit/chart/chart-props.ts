import type { ReactNode } from 'react';

export type ChartSeries = { name: string; values: readonly (number | null)[] };

export type ChartProps = {
  kind: 'line' | 'bar' | 'pie';
  /** The chart's title, also for screen readers. */
  title: string;
  /** Stands above the chart in place of its title. */
  head?: ReactNode;
  /** Labels below the bars, along the line, or of the slices of a pie. */
  labels: readonly string[];
  /** One value for each label. A pie shows the first series. */
  series: readonly ChartSeries[];
  /** Formats a value; a plain number by default. */
  format?: ((value: number) => string) | undefined;
  /** The least that `format` tells apart: marks of the axis are not closer. */
  least?: number | undefined;
  /** Pixels. */
  height?: number | undefined;
  loading?: boolean | undefined;
  /** Stacks bars and areas. */
  stacked?: boolean | undefined;
};
