import { init, use } from 'echarts/core';
import { BarChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { SVGRenderer } from 'echarts/renderers';
import { expect, it } from 'vitest';
import { formatNumber } from '@kaike/shared/kit/format';
import { chartOption, type Colours } from './chart-option.ts';

use([BarChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer]);
const colours: Colours = {
  text: '#111',
  quiet: '#777',
  line: '#ddd',
  surface: '#fff',
  font: 'sans-serif',
  series: ['#00f'],
};

/** What is written in a chart of bars. */
function textsIn(
  { labels, values, least }: { labels: string[]; values: number[]; least?: number | undefined },
  width: number,
): string[] {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height: 280 });
  const format = (value: number): string => formatNumber(value, { decimals: 2 });
  chart.setOption(
    chartOption(
      { kind: 'bar', title: '学习时长', labels, series: [{ name: '学习时长', values }], format, least },
      { colours, animated: false, width },
    ),
  );
  const texts = [...chart.renderToSVGString().matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
  chart.dispose();
  return texts;
}

/** The marks of the axis as they are written. */
function marksOf(values: number[], least: number | undefined): string[] {
  const labels = values.map((_value, index) => `11-0${index + 1}`);
  return textsIn({ labels, values, least }, 400).filter((text) => /^[\d.]+$/.test(text));
}

it('marks no value of the axis twice, however small the values are', () => {
  const marks = marksOf([0.01, 0.02, 0], 0.01);
  expect(marks.length).toBeGreaterThan(1);
  expect(new Set(marks).size).toBe(marks.length);
  const unbound = marksOf([0.01, 0.02, 0], undefined);
  expect(new Set(unbound).size).toBeLessThan(unbound.length);
});

it('writes the names of all bars where there are few, in lines on a phone', () => {
  const labels = ['其他兼容服务（deepseek-chat）', '阿里云百炼（qwen-plus-latest）', '内置脚本'];
  const written = textsIn({ labels, values: [3, 2, 1] }, 310).join('');
  for (const label of labels) expect(written).toContain(label);
});
