import { expect, it } from 'vitest';
import { firstGap } from './first-gap.ts';

it.each([
  ['nothing seen', [], 0],
  ['the beginning missing', [[10, 60]], 0],
  [
    'a gap in the middle',
    [
      [0, 20],
      [35, 60],
    ],
    20,
  ],
  [
    'neighbours',
    [
      [0, 20],
      [20, 40],
    ],
    40,
  ],
  ['the end missing', [[0, 55]], 55],
  ['everything seen', [[0, 60]], null],
  ['a little more than everything', [[0, 61]], null],
])('%s', (_name, seen, gap) => {
  expect(firstGap(seen, 60)).toBe(gap);
});
