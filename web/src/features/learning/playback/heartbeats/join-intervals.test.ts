import { expect, it } from 'vitest';
import type { Interval } from '@kaike/shared/domain/learning/watched-bitmap';
import { countThatFit, joinIntervals } from './join-intervals.ts';

it.each<[Interval[], Interval[]]>([
  [[], []],
  [
    [
      [0, 5],
      [5, 9],
    ],
    [[0, 9]],
  ],
  [
    [
      [0, 13],
      [10, 17],
    ],
    [[0, 17]],
  ],
  [
    [
      [0, 10],
      [2, 5],
    ],
    [[0, 10]],
  ],
  [
    [
      [10, 20],
      [0, 10],
    ],
    [
      [10, 20],
      [0, 10],
    ],
  ],
  [
    [
      [0, 5],
      [6, 7],
      [7, 8],
    ],
    [
      [0, 5],
      [6, 8],
    ],
  ],
])('%j joined is %j', (intervals, joined) => {
  expect(joinIntervals(intervals)).toEqual(joined);
});

it('counts what fits', () => {
  const apart = Array.from({ length: 10 }, (_, index): Interval => [index * 10, index * 10 + 5]);
  const close = Array.from({ length: 10 }, (_, index): Interval => [index * 10, index * 10 + 10]);
  expect([countThatFit(apart, 4), countThatFit(close, 4), countThatFit([], 4)]).toEqual([4, 10, 0]);
});
