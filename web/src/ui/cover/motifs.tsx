import type { ReactNode } from 'react';
import { numbersFrom } from '@kaike/shared/domain/catalog/covers/seeded-random';
import type { CoverMotif } from '@kaike/shared/domain/catalog/covers/cover-style';
import { blocks } from './motif-blocks.tsx';
import { paper, type Palette } from './palettes.ts';

/** Draws in a square of 180 on a module of 30; what bleeds to the right or below is cut by the cover. */
type Draw = (palette: Palette, seed: number) => ReactNode;
/** `stands`: on the lower edge, hanging from the upper edge, or in the middle. */
export type Motif = { stands: 'low' | 'high' | 'middle'; draw: Draw };

const disc = (x: number, y: number, radius: number, fill: string) => (
  <circle key={`${x} ${y} ${radius}`} cx={x} cy={y} r={radius} fill={fill} />
);
const line = (d: string, stroke: string, width: number, dash?: string) => (
  <path
    d={d}
    fill="none"
    stroke={stroke}
    strokeWidth={width}
    strokeDasharray={dash}
    strokeLinecap="round"
    strokeLinejoin="round"
  />
);
const bars = 9;
const stops = [
  [45, 60],
  [75, 90],
  [135, 90],
  [45, 105],
  [105, 120],
  [105, 30],
  [150, 30],
  [15, 150],
] as const;

const sound: Draw = ({ deep, tint, pop }, seed) => {
  const next = numbersFrom(seed);
  const loud = 2 + Math.floor(next() * 4);
  return Array.from({ length: bars }, (_, at) => {
    const height = 26 + Math.round(Math.sin(((at + 1) / (bars + 1)) * Math.PI) * (60 + next() * 66));
    const fill = at === loud ? pop : at % 3 === 1 ? deep : tint;
    return <rect key={at} x={8 + at * 20} y={90 - height / 2} width={11} height={height} rx={5.5} fill={fill} />;
  });
};

/** Two bubbles; where they overlap is the tint. */
const talk: Draw = ({ deep, tint, pop, ink, ground }) => (
  <>
    <path d="M18 128V74a54 54 0 1 1 54 54z" fill={deep} />
    <path d="M178 168v-44a44 44 0 1 0-44 44z" fill={pop} />
    <path d="M90 124.900A54 54 0 0 0 125.6 80.8 44 44 0 0 0 90 124.900z" fill={tint} />
    {[46, 66, 86].map((x) => disc(x, 66, 5, ink))}
    {line(
      'M122 132h30M122 147h18',
      pop === '#284a8c' || pop === '#2a6d66' ? paper.sheet : ground === pop ? ink : deep,
      5,
    )}
  </>
);

const hill: Draw = ({ deep, tint, pop, ink }) => (
  <>
    {disc(122, 62, 30, pop)}
    <path d="M-20 180C20 92 44 84 66 118c20-34 52-38 80 4 16 22 30 40 44 58z" fill={tint} />
    <path d="M40 180c28-50 52-66 78-38 18 18 40 26 72 22v16z" fill={deep} />
    {line('M14 50c22-22 46-26 66-10', ink, 2.2, '0.1 7')}
    {line('M74 36l7 5-2 8', ink, 2.2)}
  </>
);

const circle: Draw = ({ deep, tint, pop }) => (
  <>
    {disc(100, 92, 46, tint)}
    {disc(100, 92, 34, deep)}
    {Array.from({ length: 8 }, (_, at) => {
      const angle = (at / 8) * Math.PI * 2 - Math.PI / 8;
      const [x, y] = [100 + Math.cos(angle) * 69, 92 + Math.sin(angle) * 69].map(
        (value) => Math.round(value * 10) / 10,
      );
      return disc(x ?? 0, y ?? 0, 13, at === 6 ? pop : at % 2 ? tint : deep);
    })}
  </>
);

const letter: Draw = ({ deep, tint, pop, ink }) => (
  <g transform="rotate(-6 100 96)">
    <rect x={20} y={42} width={164} height={112} rx={4} fill={tint} />
    <path d="M20 150 82 96h40l62 54v4H20z" fill={deep} />
    <path d="M20 46v-4h164v4l-76 62a10 10 0 0 1-12 0z" fill={ink} />
    {disc(102, 104, 17, pop)}
  </g>
);

const balance: Draw = ({ deep, tint, pop, ink, ground }) => (
  <>
    {line('M12 118 180 70', ink, 5)}
    <path d="M96 96 132 168H60z" fill={deep} />
    {disc(46, 76, 32, tint)}
    {disc(150, 57, 20, pop)}
    {disc(96, 94, 6, ground)}
    {disc(96, 94, 3, ink)}
  </>
);

const map: Draw = ({ deep, tint, pop, ink, ground }) => (
  <>
    {line('M12 60h33l30 30h60l30 30h30', tint, 9)}
    {line('M15 180v-45l30-30V30', deep, 9)}
    {line('M75 90v-30l30-30h80M105 180v-60', pop, 9)}
    {stops.map(([x, y], at) => (
      <g key={at}>
        {disc(x, y, 8, ink)}
        {disc(x, y, 4, ground)}
      </g>
    ))}
  </>
);

const lines: Draw = ({ deep, tint, pop }) => (
  <>
    <rect x={24} y={12} width={170} height={180} rx={4} fill={paper.sheet} />
    {[112, 96, 130, 70, 104].map((width, at) => (
      <rect key={at} x={44} y={40 + at * 26} width={width} height={8} rx={4} fill={at === 2 ? deep : tint} />
    ))}
    {line('M44 108q6.5-7 13 0t13 0 13 0 13 0 13 0 13 0 13 0 13 0 13 0', pop, 3)}
    <path d="M128 176l40-64 14 9-40 64-17 8z" fill={deep} />
    <path d="M128 176l14 9-17 8z" fill={pop} />
  </>
);

const stairs: Draw = ({ deep, tint, pop, ink }) => (
  <>
    {[0, 1, 2, 3, 4].map((at) => (
      <rect key={at} x={15 + at * 36} y={150 - at * 26} width={36} height={60 + at * 26} fill={at % 2 ? tint : deep} />
    ))}
    {disc(141, 26, 18, pop)}
    {line('M24 126l20-12 14 6 26-30', ink, 3)}
    {disc(84, 90, 5, ink)}
  </>
);

const rings: Draw = ({ deep, tint, pop }) => (
  <>
    {[86, 66, 46].map((radius, at) => (
      <circle key={at} cx={104} cy={96} r={radius} fill="none" stroke={at === 1 ? deep : tint} strokeWidth={11} />
    ))}
    <path d="M104 30a66 66 0 0 1 60 94" fill="none" stroke={pop} strokeWidth={11} />
    {disc(104, 96, 25, deep)}
    {disc(104, 96, 9, pop)}
  </>
);

/** Two people in the light, below an awning. */
const stage: Draw = ({ deep, tint, pop, ink }) => (
  <>
    <path d="M92 20 20 180h150z" fill={tint} opacity={0.55} />
    <ellipse cx={95} cy={166} rx={66} ry={13} fill={pop} />
    {[0, 1, 2, 3, 4, 5, 6].map((at) => (
      <path key={at} d={`M${at * 30 - 10}-10h30v44a15 15 0 0 1-30 0z`} fill={at % 2 ? deep : tint} />
    ))}
    {disc(80, 132, 11, ink)}
    <path d="M64 166a16 20 0 0 1 32 0z" fill={ink} />
    {disc(114, 136, 9, deep)}
    <path d="M101 166a13 17 0 0 1 26 0z" fill={deep} />
  </>
);

const middle = (draw: Draw): Motif => ({ stands: 'middle', draw });
const low = (draw: Draw): Motif => ({ stands: 'low', draw });

export const motifs: Record<CoverMotif, Motif> = {
  sound: middle(sound),
  talk: middle(talk),
  hill: low(hill),
  circle: middle(circle),
  letter: middle(letter),
  balance: middle(balance),
  map: middle(map),
  lines: low(lines),
  stairs: low(stairs),
  rings: middle(rings),
  blocks: middle(blocks),
  stage: { stands: 'high', draw: stage },
};
