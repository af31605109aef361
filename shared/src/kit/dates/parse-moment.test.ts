import { expect, test } from 'vitest';
import { resources } from '../../resources/index.ts';
import { kinds } from '../kinds.ts';
import { writableFields } from '../resource.ts';
import { isDay, parseMoment, parseSchoolDay } from './parse-moment.ts';

test.each([
  // A day is the school's, from its first moment to its last.
  ['2026-12-31', '2026-12-30T16:00:00.000Z', '2026-12-31T15:59:59.999Z', '2026-12-31'],
  ['2026/2/9', '2026-02-08T16:00:00.000Z', '2026-02-09T15:59:59.999Z', '2026-02-09'],
  [' 2026.12.31 ', '2026-12-30T16:00:00.000Z', '2026-12-31T15:59:59.999Z', '2026-12-31'],
  // A time without a zone is the school's clock, not the server's.
  ['2026-12-31 10:00', '2026-12-31T02:00:00.000Z', '2026-12-31T02:00:00.000Z', '2026-12-31'],
  ['2026-12-31T00:00:00', '2026-12-30T16:00:00.000Z', '2026-12-30T16:00:00.000Z', '2026-12-31'],
  // A time with its zone is that moment, also midnight in Greenwich.
  ['2026-12-31T00:00:00.000Z', '2026-12-31T00:00:00.000Z', '2026-12-31T00:00:00.000Z', '2026-12-31'],
  ['2026-12-31T16:00:00Z', '2026-12-31T16:00:00.000Z', '2026-12-31T16:00:00.000Z', '2027-01-01'],
  ['2026-12-31 23:00:00-05:00', '2027-01-01T04:00:00.000Z', '2027-01-01T04:00:00.000Z', '2027-01-01'],
])('%s', (text, start, end, day) => {
  expect([parseMoment(text)?.toISOString(), parseMoment(text, 'end')?.toISOString()]).toEqual([start, end]);
  expect(parseSchoolDay(text)).toBe(day);
});

test.each([
  '',
  '5',
  '2026',
  '2026-13-01',
  '2026-02-30',
  '2026-12-31x',
  '2026-12/31',
  '2026-12-31 24:00',
  '2026-02-30T00:00:00Z',
  '1899-12-31',
  'Dec 31, 2026',
  20261231,
  null,
  ['2026-12-31'],
])('%j is no day', (raw) => {
  expect([parseMoment(raw), parseSchoolDay(raw), isDay(raw)]).toEqual([null, null, false]);
});

test('every end that somebody enters means the last moment of its day, and no start does', () => {
  const isEnd = /(^|_)(end|ends|until|expire|expires|expiry|unpublish|deadline|valid_to)(_|$)/;
  const wrong = resources.flatMap(({ name, fields, actions = {} }) =>
    [
      ...writableFields(fields, 'create'),
      ...Object.entries(actions).flatMap(([, action]) => Object.entries(action.fields ?? {})),
    ]
      .filter(([key, { kind, day_bound }]) => kind === 'date_time' && isEnd.test(key) !== (day_bound === 'end'))
      .map(([key]) => `${name}.${key}`),
  );
  expect(wrong).toEqual([]);
});

test('a field reads a day as its bound says', () => {
  const { read } = kinds.date_time;
  expect(read('2026-12-31', { kind: 'date_time', day_bound: 'end' })).toBe('2026-12-31T15:59:59.999Z');
  expect(read('2026-12-31', { kind: 'date_time' })).toBe('2026-12-30T16:00:00.000Z');
});
