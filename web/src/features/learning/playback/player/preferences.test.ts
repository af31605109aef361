import { expect, it } from 'vitest';
import {
  preferredQuality,
  preferredSpeed,
  preferredVolume,
  rememberQuality,
  rememberSpeed,
  rememberVolume,
  speedsUpTo,
  stepSpeed,
} from './preferences.ts';

it('offers speeds up to what the course allows, and 1 in any case', () => {
  expect([speedsUpTo(2), speedsUpTo(1.25), speedsUpTo(0.5)]).toEqual([
    [0.75, 1, 1.25, 1.5, 1.75, 2],
    [0.75, 1, 1.25],
    [0.75, 1],
  ]);
});

it.each([
  [1, 1, 2, 1.25],
  [2, 1, 2, 2],
  [1, -1, 2, 0.75],
  [0.75, -1, 2, 0.75],
  [1.5, 1, 1.5, 1.5],
] as const)('from %d by %d up to %d is %d', (rate, by, maximum, next) => {
  expect(stepSpeed(rate, by, maximum)).toBe(next);
});

it('remembers the speed, and ignores invalid values', () => {
  expect([preferredSpeed(), preferredVolume()]).toEqual([1, { volume: 1, is_muted: false }]);
  rememberSpeed(1.5);
  rememberVolume(0.4, true);
  expect([preferredSpeed(), preferredVolume()]).toEqual([1.5, { volume: 0.4, is_muted: true }]);
  localStorage.setItem('kaike.speed', '16');
  localStorage.setItem('kaike.volume', '9,x');
  expect([preferredSpeed(), preferredVolume()]).toEqual([1, { volume: 1, is_muted: false }]);
});

it('follows the network until somebody chooses a quality', () => {
  expect(preferredQuality()).toBe('auto');
  rememberQuality('low');
  expect(preferredQuality()).toBe('low');
  localStorage.setItem('kaike.quality', '8k');
  expect(preferredQuality()).toBe('auto');
});
