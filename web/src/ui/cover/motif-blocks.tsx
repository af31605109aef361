import type { ReactNode } from 'react';
import { numbersFrom } from '@kaike/shared/domain/catalog/covers/seeded-random';
import type { Palette } from './palettes.ts';

type Block = (x: number, y: number, fill: string, ground: string) => ReactNode;

/** Toy blocks of 58 in squares of 60. */
const shapes: readonly Block[] = [
  (x, y, fill) => <circle cx={x + 29} cy={y + 29} r={29} fill={fill} />,
  (x, y, fill) => <path d={`M${x} ${y + 58}a58 58 0 0 1 58-58v58z`} fill={fill} />,
  (x, y, fill) => <path d={`M${x} ${y + 58} ${x + 29} ${y}l29 58z`} fill={fill} />,
  (x, y, fill) => <path d={`M${x} ${y}h58a29 29 0 0 1-58 0zM${x} ${y + 29}h58a29 29 0 0 1-58 0z`} fill={fill} />,
  (x, y, fill, ground) => (
    <>
      <rect x={x} y={y} width={58} height={58} rx={2} fill={fill} />
      <circle cx={x + 29} cy={y + 29} r={12} fill={ground} />
    </>
  ),
];

/** Nine blocks; neighbours in a row differ in colour. */
export function blocks({ deep, tint, pop, ink, ground }: Palette, seed: number): ReactNode {
  const next = numbersFrom(seed);
  const paints = [deep, tint, pop, ink];
  let last = -1;
  return Array.from({ length: 9 }, (_, at) => {
    let paint = Math.floor(next() * paints.length);
    if (paint === last) paint = (paint + 1) % paints.length;
    last = paint;
    const shape = shapes[Math.floor(next() * shapes.length)];
    return <g key={at}>{shape?.((at % 3) * 60 + 2, Math.floor(at / 3) * 60 + 2, paints[paint] ?? deep, ground)}</g>;
  });
}
