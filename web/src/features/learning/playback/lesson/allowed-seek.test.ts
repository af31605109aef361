import { expect, it } from 'vitest';
import type { Interval } from '@kaike/shared/domain/learning/watched-bitmap';
import { allowedSeek } from './allowed-seek.ts';

it.each<[number, Interval[], number]>([
  [0, [], 0],
  [300, [], 0],
  [50, [[0, 100]], 50],
  [100, [[0, 100]], 100],
  [300, [[0, 100]], 100],
  [
    120,
    [
      [0, 100],
      [100.5, 130],
    ],
    120,
  ],
  [
    210,
    [
      [0, 100],
      [200, 220],
    ],
    210,
  ],
  [
    150,
    [
      [0, 100],
      [200, 220],
    ],
    100,
  ],
  [
    500,
    [
      [200, 220],
      [0, 100],
    ],
    220,
  ],
  [
    199.5,
    [
      [0, 100],
      [200, 220],
    ],
    199.5,
  ],
])('to %d with %j leads to %d', (target, stretches, place) => {
  expect(allowedSeek(target, stretches)).toBe(place);
});
