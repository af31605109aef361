import { expect, it } from 'vitest';
import { inkOn } from './ink-on.ts';

it.each([
  ['#000000', '#ffffff'],
  ['#284a8c', '#ffffff'],
  ['#c13f2c', '#ffffff'],
  ['#bcdcdd', '#1a2230'],
  ['#f4cd63', '#1a2230'],
  ['#ffffff', '#1a2230'],
])('on %s the ink is %s', (ground, ink) => {
  expect(inkOn(ground)).toBe(ink);
});
