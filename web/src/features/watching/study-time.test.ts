import { expect, it } from 'vitest';
import { studyTime } from './study-time.ts';

it.each([[0, 'minutes 0'], [1, 'minutes 1'], [89, 'minutes 1'], [90, 'minutes 2'], [3599, 'hours 0 1'], [3600, 'hours 0 1'], [5400, 'hours 30 1']])('%d s', (seconds, words) => {
  expect(studyTime((key, params) => [key.split('.').pop(), params?.['minutes'], params?.['hours']].filter((part) => part !== undefined).join(' '), seconds)).toBe(words);
});
