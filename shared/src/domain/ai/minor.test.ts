import { expect, it } from 'vitest';
import { ageOn, isMinor, isQuiet, minorLimit } from './minor.ts';

it.each([
  ['2010-05-06', '2028-05-05', 17],
  ['2010-05-06', '2028-05-06', 18],
  ['2012-02-29', '2026-02-28', 13],
  ['2012-02-29', '2026-03-01', 14],
])('born on %s is on %s %i years old', (birthday, day, age) => {
  expect([ageOn(birthday, day), isMinor(birthday, day)]).toEqual([age, age < 18]);
});

it.each([
  ['22:00-06:00', 21, 59, false],
  ['22:00-06:00', 22, 0, true],
  ['22:00-06:00', 5, 59, true],
  ['22:00-06:00', 6, 0, false],
  ['12:00-13:30', 13, 29, true],
  ['12:00-13:30', 13, 30, false],
])('%s at %i:%i is quiet: %s', (quiet, hour, minute, expected) => {
  expect(isQuiet(quiet, { hour, minute })).toBe(expected);
});

it('asks for consent first, then for the hour, then for the minutes', () => {
  const time = { year: 2026, month: 11, day: 23, hour: 23, minute: 0, second: 0 };
  const child = { birthday: '2014-01-01', has_consent: false, talk_sec: 2400, day: '2026-11-23', time };
  const rules = { minutes: 40, quiet: '22:00-06:00' };
  expect(minorLimit(child, rules)).toEqual({ code: 'ai.minor_consent' });
  expect(minorLimit({ ...child, has_consent: true }, rules)).toEqual({ code: 'ai.minor_quiet' });
  const noon = { ...child, has_consent: true, time: { ...time, hour: 12 } };
  expect(minorLimit(noon, rules)).toEqual({ code: 'ai.minor_over' });
  expect(minorLimit({ ...noon, talk_sec: 2399 }, rules)).toBeNull();
  expect(minorLimit({ ...child, birthday: '2011-01-01', talk_sec: 0 }, { ...rules, quiet: '' })).toBeNull();
});
