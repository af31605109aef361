import type { ReactNode } from 'react';
import { motifs } from './motifs.tsx';
import { paper, type Palette } from './palettes.ts';
import type { CoverPlan } from './plan.ts';
import { widthOf } from './title.ts';

const voice = "var(--voice, 'Songti SC', 'Noto Serif CJK SC', 'Noto Serif SC', 'Source Han Serif SC', var(--font))";
const square = 30;

type Area = { width: number; height: number };

type PageProps = {
  plan: CoverPlan;
  /** Over an uploaded picture: without the page. */
  over: boolean;
  children: ReactNode;
};

/** The page of the exercise book: ground, faint squares, drawing, words. */
export function Page({ plan, width, height, over, children }: Area & PageProps) {
  const { ground, ink } = plan.palette;
  const count = (length: number): number[] =>
    Array.from({ length: Math.ceil(length / square) - 1 }, (_, at) => (at + 1) * square);
  const squares = [
    ...count(width).map((x) => `M${x} 0v${height}`),
    ...count(height).map((y) => `M0 ${y}h${width}`),
  ].join('');
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      style={{ fontFamily: voice }}
    >
      {over ? null : (
        <>
          <rect width={width} height={height} fill={ground} />
          <path d={squares} stroke={ink} strokeWidth={0.8} opacity={0.13} />
        </>
      )}
      {children}
    </svg>
  );
}

/** The back of the book, at the left. */
export function Spine({ palette, width, height }: Area & { palette: Palette }) {
  return (
    <>
      <rect width={width} height={height} fill={palette.deep} opacity={0.55} />
      <path d={`M${width + 0.5} 0v${height}`} stroke={palette.ink} opacity={0.25} />
    </>
  );
}

/** The drawing, where its kind stands in a page of 180 or of `height`. */
export function Drawing({ plan, x, scale, height }: { plan: CoverPlan; x: number; scale: number; height: number }) {
  const { stands, draw } = motifs[plan.style.motif];
  const free = height - 180 * scale;
  const y = stands === 'low' ? free : stands === 'high' ? 0 : free / 2;
  return <g transform={`translate(${x} ${y}) scale(${scale})`}>{draw(plan.palette, plan.seed)}</g>;
}

type Line = {
  x: number;
  y: number;
  size: number;
  fill: string;
  bold?: boolean;
  middle?: boolean;
  /** Too small to read in lists on phones. */
  fine?: boolean;
  children: string;
};

/** A line of words; `y` is its middle. */
export const Words = ({ x, y, size, fill, bold = false, middle = false, fine = false, children }: Line) => (
  <text
    x={x}
    y={Math.round((y + size * 0.36) * 10) / 10}
    fontSize={Math.round(size * 10) / 10}
    fill={fill}
    fontWeight={bold ? 700 : 400}
    textAnchor={middle ? 'middle' : 'start'}
    {...(fine ? { 'data-fine': '' } : {})}
  >
    {children}
  </text>
);

/** The slip of paper with the title from top to bottom. */
export function Slip({
  cells,
  x,
  y,
  height,
  frame,
}: {
  cells: readonly string[];
  x: number;
  y: number;
  height: number;
  frame: string;
}) {
  const width = 46;
  const step = Math.min(26, (height - 16) / cells.length);
  const top = y + (height - step * cells.length) / 2;
  return (
    <g data-slip="">
      <rect x={x} y={y} width={width} height={height} fill={paper.sheet} />
      <rect x={x + 3} y={y + 3} width={width - 6} height={height - 6} fill="none" stroke={frame} />
      {cells.map((cell, at) => (
        <Words key={at} x={x + width / 2} y={top + (at + 0.5) * step} size={step / 1.12} fill={paper.print} bold middle>
          {cell}
        </Words>
      ))}
    </g>
  );
}

const labelWidth = 92;

/** The name of the person who learns, written on the label of the book. */
export function NameLabel({ owner, x, y, frame }: { owner: Owner; x: number; y: number; frame: string }) {
  const { label, name } = owner;
  const from = 9 + widthOf(label) * 9.5 + 4;
  const room = labelWidth - 8 - from;
  return (
    <g transform={`translate(${x} ${y})`} data-fine="">
      <rect width={labelWidth} height={27} rx={2} fill={paper.sheet} />
      <rect x={2.5} y={2.5} width={87} height={22} fill="none" stroke={frame} strokeWidth={0.7} opacity={0.55} />
      <Words x={9} y={14} size={9.5} fill={paper.quiet}>
        {label}
      </Words>
      <path d={`M${from} 20.5H84`} stroke={paper.rule} strokeWidth={0.7} />
      <Words x={from + room / 2} y={13} size={Math.min(14, room / widthOf(name))} fill={paper.pen} bold middle>
        {name}
      </Words>
    </g>
  );
}

export type Owner = { label: string; name: string };
