import { expect, test } from 'vitest';
import { addDays, dayOf, mondayOf, startOfDay } from './school-days.ts';

test.each([
  ['2026-01-05T15:59:59Z', '2026-01-05'],
  ['2026-01-05T16:00:00Z', '2026-01-06'],
  ['2025-12-31T20:00:00Z', '2026-01-01'],
])('%s counts as %s', (moment, day) => {
  expect(dayOf(new Date(moment))).toBe(day);
});

test.each([
  ['2026-01-01', -1, '2025-12-31'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-03-08', 30, '2026-04-07'],
])('%s and %d days is %s', (day, days, result) => {
  expect(addDays(day, days)).toBe(result);
});

test.each([
  ['2026-01-05', '2026-01-05'],
  ['2026-01-11', '2026-01-05'],
  ['2026-01-04', '2025-12-29'],
])('the week of %s starts on %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});

test('a day starts at midnight in Shanghai', () => {
  expect(startOfDay('2026-01-05').toISOString()).toBe('2026-01-04T16:00:00.000Z');
  expect(dayOf(startOfDay('2026-03-01'))).toBe('2026-03-01');
});
