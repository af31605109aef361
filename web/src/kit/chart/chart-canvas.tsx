import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef, useState } from 'react';
import { useTheme } from '../../app/theme.ts';
import type { ChartProps } from './chart-props.ts';
import { chartOption, type Colours } from './chart-option.ts';
import css from './chart.module.css';

use([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer]);

const ofPage = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

function readColours(): Colours {
  return {
    text: ofPage('text'),
    quiet: ofPage('text-2'),
    line: ofPage('border'),
    surface: ofPage('surface'),
    font: ofPage('font'),
    series: ['primary', 'success', 'warning', 'purple', 'info', 'danger'].map(ofPage),
  };
}

/** The drawing, in the theme's colours; it resizes with its container. */
export function ChartCanvas(props: ChartProps & { format: (value: number) => string }) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const { theme, dark } = useTheme();
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const instance = init(element);
    chart.current = instance;
    const observer = new ResizeObserver(() => {
      instance.resize();
      setWidth(element.clientWidth);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      instance.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const style = { colours: readColours(), animated: !isStill, width };
    chart.current?.setOption(chartOption(props, style), { notMerge: true });
  }, [props, theme, dark, width]);
  return <div ref={place} className={css['canvas']} role="img" aria-label={props.title} />;
}
