import type { EChartsCoreOption } from 'echarts/core';
import type { ChartProps } from '../chart.tsx';

export type Colours = { text: string; quiet: string; line: string; surface: string; font: string; series: string[] };
type Given = Omit<ChartProps, 'format'> & { format: (value: number) => string };
type Look = { colours: Colours; animated: boolean };

const write =
  ({ format }: Given) =>
  (value: unknown): string =>
    typeof value === 'number' ? format(value) : '–';

function common(given: Given, { colours, animated }: Look): EChartsCoreOption {
  return {
    animation: animated,
    color: colours.series,
    textStyle: { fontFamily: colours.font, color: colours.text },
    tooltip: {
      trigger: given.kind === 'pie' ? 'item' : 'axis',
      backgroundColor: colours.surface,
      borderColor: colours.line,
      textStyle: { color: colours.text },
      valueFormatter: write(given),
      confine: true,
    },
    legend:
      given.series.length > 1 || given.kind === 'pie'
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

function pieOption(given: Given, look: Look): EChartsCoreOption {
  const [first] = given.series;
  const slices = given.labels.map((name, index) => ({ name, value: first?.values[index] ?? 0 }));
  return {
    ...common(given, look),
    series: [
      {
        type: 'pie',
        name: first?.name ?? '',
        radius: ['48%', '72%'],
        center: ['50%', '44%'],
        data: slices,
        itemStyle: { borderColor: look.colours.surface, borderWidth: 2 },
        label: { color: look.colours.text, formatter: '{b} {d}%' },
        labelLine: { lineStyle: { color: look.colours.line } },
      },
    ],
  };
}

/** What the drawing library is told. */
export function chartOption(given: Given, look: Look): EChartsCoreOption {
  if (given.kind === 'pie') return pieOption(given, look);
  const { colours } = look;
  const hasLegend = given.series.length > 1;
  // Of whole things the axis counts no halves.
  const isWhole = given.series.every(({ values }) =>
    values.every((value) => value === null || Number.isInteger(value)),
  );
  return {
    ...common(given, look),
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
      data: [...given.labels],
      boundaryGap: given.kind === 'bar',
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel: { color: colours.quiet, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      ...(isWhole ? { minInterval: 1 } : {}),
      axisLabel: { color: colours.quiet, formatter: write(given) },
      splitLine: { lineStyle: { color: colours.line } },
    },
    series: given.series.map(({ name, values }) => ({
      type: given.kind,
      name,
      data: [...values],
      ...(given.stacked ? { stack: 'all' } : {}),
      ...(given.kind === 'line'
        ? {
            showSymbol: values.length < 2,
            symbolSize: 6,
            lineStyle: { width: 2 },
            areaStyle: given.series.length === 1 || given.stacked ? { opacity: 0.12 } : null,
            connectNulls: false,
          }
        : { barMaxWidth: 32, itemStyle: { borderRadius: given.stacked ? 0 : [4, 4, 0, 0] } }),
    })),
  };
}
