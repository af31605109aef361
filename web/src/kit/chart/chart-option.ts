import type { EChartsCoreOption } from 'echarts/core';
import type { ChartProps } from './chart-props.ts';

export type Colours = { text: string; quiet: string; line: string; surface: string; font: string; series: string[] };
type FormattedChart = Omit<ChartProps, 'format'> & { format: (value: number) => string };
type ChartStyle = { colours: Colours; animated: boolean; /** Pixels. */ width: number };

const write =
  ({ format }: FormattedChart) =>
  (value: unknown): string =>
    typeof value === 'number' ? format(value) : '–';

function common(chart: FormattedChart, { colours, animated }: ChartStyle): EChartsCoreOption {
  return {
    animation: animated,
    color: colours.series,
    textStyle: { fontFamily: colours.font, color: colours.text },
    tooltip: {
      trigger: chart.kind === 'pie' ? 'item' : 'axis',
      backgroundColor: colours.surface,
      borderColor: colours.line,
      textStyle: { color: colours.text },
      valueFormatter: write(chart),
      confine: true,
    },
    legend:
      chart.series.length > 1 || chart.kind === 'pie'
        ? {
            bottom: 0,
            type: 'plain',
            icon: 'roundRect',
            itemWidth: 12,
            itemHeight: 8,
            textStyle: { color: colours.quiet },
          }
        : { show: false },
  };
}

function pieOption(chart: FormattedChart, style: ChartStyle): EChartsCoreOption {
  const [first] = chart.series;
  const slices = chart.labels.map((name, index) => ({ name, value: first?.values[index] ?? 0 }));
  return {
    ...common(chart, style),
    series: [
      {
        type: 'pie',
        name: first?.name ?? '',
        radius: ['48%', '72%'],
        center: ['50%', '44%'],
        data: slices,
        itemStyle: { borderColor: style.colours.surface, borderWidth: 2 },
        label: { color: style.colours.text, formatter: '{b} {d}%' },
        labelLine: { lineStyle: { color: style.colours.line } },
      },
    ],
  };
}

/** More bars than this have labels that are short, such as days: some of them are left out. */
const mostNamedBars = 8;
/** Of the chart, for the numbers of the other axis. */
const axisWidth = 64;
const labelGap = 8;

/** Names of few bars are all written, in lines as wide as their bars have room; along a line those that would overlap are left out. */
function labelRoom({ kind, labels }: FormattedChart, width: number): EChartsCoreOption {
  if (kind !== 'bar' || labels.length > mostNamedBars) return { hideOverlap: true };
  const room = Math.floor((width - axisWidth) / Math.max(labels.length, 1)) - labelGap;
  return { interval: 0, overflow: 'break', width: Math.max(room, 16) };
}

/** The options for the chart library. */
export function chartOption(chart: FormattedChart, style: ChartStyle): EChartsCoreOption {
  if (chart.kind === 'pie') return pieOption(chart, style);
  const { colours } = style;
  const hasLegend = chart.series.length > 1;
  // Whole numbers get no fractions on the axis.
  const isWhole = chart.series.every(({ values }) =>
    values.every((value) => value === null || Number.isInteger(value)),
  );
  return {
    ...common(chart, style),
    grid: {
      left: 8,
      right: 16,
      top: 16,
      bottom: hasLegend ? 36 : 8,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: 'category',
      data: [...chart.labels],
      boundaryGap: chart.kind === 'bar',
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel: { color: colours.quiet, ...labelRoom(chart, style.width) },
    },
    yAxis: {
      type: 'value',
      ...(isWhole ? { minInterval: 1 } : chart.least === undefined ? {} : { minInterval: chart.least }),
      axisLabel: { color: colours.quiet, formatter: write(chart) },
      splitLine: { lineStyle: { color: colours.line } },
    },
    series: chart.series.map(({ name, values }) => ({
      type: chart.kind,
      name,
      data: [...values],
      ...(chart.stacked ? { stack: 'all' } : {}),
      ...(chart.kind === 'line'
        ? {
            showSymbol: values.length < 2,
            symbolSize: 6,
            lineStyle: { width: 2 },
            areaStyle: chart.series.length === 1 || chart.stacked ? { opacity: 0.12 } : null,
            connectNulls: false,
          }
        : { barMaxWidth: 32, itemStyle: { borderRadius: chart.stacked ? 0 : [4, 4, 0, 0] } }),
    })),
  };
}
