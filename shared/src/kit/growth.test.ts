import { expect, test } from 'vitest';
import { isLinear } from './growth.fixture.ts';

const count = (times: number): number => {
  let sum = 0;
  for (let index = 0; index < times; index += 1) sum += index % 7;
  return sum;
};

test('distinguishes linear from quadratic work', () => {
  expect(isLinear((length) => void count(length * 5000), 10_000)).toBe(true);
  expect(isLinear((length) => void count(length * length * 2), 10_000)).toBe(false);
});
