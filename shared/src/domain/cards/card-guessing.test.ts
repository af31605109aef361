import { expect, it } from 'vitest';
import { obstacleAfter } from './card-guessing.ts';

it.each([
  [{ recent: 4, today: 19, from_address: 29 }, null],
  [{ recent: 5, today: 5, from_address: 5 }, 'captcha'],
  [{ recent: 0, today: 20, from_address: 0 }, 'blocked'],
  [{ recent: 0, today: 0, from_address: 30 }, 'blocked'],
  [{ recent: 9, today: 20, from_address: 0 }, 'blocked'],
])('%o meets %s', (misses, obstacle) => {
  expect(obstacleAfter(misses)).toBe(obstacle);
});
