import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatBytes,
  formatChange,
  formatClock,
  formatDateTime,
  formatDay,
  formatDuration,
  formatMoney,
  formatNumber,
  formatRelative,
  formatSpan,
  spanParts,
  truncate,
} from './format.ts';
import { fromWallTime, knownTimeZone, toWallTime } from './zoned-time.ts';

test('formatMoney', () => {
  expect(formatMoney(123_456)).toBe('¥1,235');
  expect(formatMoney(123_456, { decimals: 2 })).toBe('¥1,234.56');
  expect(formatMoney(-50, { symbol: '$', decimals: 2 })).toBe('-$0.50');
  expect(formatMoney(-20)).toBe('¥0');
  expect([formatMoney(null), formatMoney(Number.NaN)]).toEqual(['--', '--']);
});

test('formatNumber and formatBytes', () => {
  expect([formatNumber(1234567), formatNumber(1.25, { decimals: 1, locale: 'en' }), formatNumber(undefined)]).toEqual([
    '1,234,567',
    '1.3',
    '--',
  ]);
  expect([0, 1023, 1024, 1_572_864, 5e9].map((bytes) => formatBytes(bytes))).toEqual([
    '0 B',
    '1,023 B',
    '1 KB',
    '1.5 MB',
    '4.7 GB',
  ]);
});

describe('formatDateTime', () => {
  test.each([
    ['2026-01-05T16:04:09Z', {}, '2026-01-06 00:04:09'],
    [new Date('2026-01-05T16:04:09Z'), { timeZone: 'America/New_York' }, '2026-01-05 11:04:09'],
    ['2026-01-05T16:04:09Z', { format: 'hh:mm:ss', timeZone: 'UTC' }, '16:04:09'],
    ['2026-01-05T16:04:09Z', { timeZone: 'Not/AZone' }, '2026-01-06 00:04:09'],
    [0, { timeZone: 'UTC', format: 'yyyy年MM月dd日' }, '1970年01月01日'],
    [null, {}, '--'],
    [undefined, {}, '--'],
    ['', {}, '--'],
    ['rubbish', {}, '--'],
  ])('%s %j', (moment, options, text) => {
    expect(formatDateTime(moment, options)).toBe(text);
  });
});

test('formatDay follows the locale', () => {
  expect(formatDay('2026-01-05T00:00:00Z')).toBe('2026 年 1 月 5 日');
  expect(formatDay('2026-01-05T00:00:00Z', { locale: 'en' })).toBe('Jan 5, 2026');
  expect(formatDay(null)).toBe('--');
});

test('a change has its sign, a minus and no hyphen', () => {
  expect([1200, -50, 0].map(formatChange)).toEqual(['+1,200', '−50', '0']);
});

test('formatDuration', () => {
  expect([0, 59.9, 3661, 360_000, -5, null].map(formatDuration)).toEqual([
    '00:00:00',
    '00:00:59',
    '01:01:01',
    '100:00:00',
    '00:00:00',
    '--',
  ]);
});

test('formatRelative', () => {
  const now = new Date('2026-01-05T12:00:00Z');
  const say = (moment: string, locale = 'en'): string => formatRelative(moment, { now, locale });
  expect(say('2026-01-05T11:59:40Z')).toBe('now');
  expect(say('2026-01-05T11:57:00Z')).toBe('3 minutes ago');
  expect(say('2026-01-05T11:57:00Z', 'zh-CN')).toBe('3 分钟前');
  expect(say('2026-01-04T11:00:00Z')).toBe('yesterday');
  expect(say('2027-02-05T12:00:00Z')).toBe('next year');
  expect(formatRelative(null, { now })).toBe('--');
});

test('a clock omits zero hours', () => {
  expect([0, 312, 3599, 3723, 36_000].map((seconds) => formatClock(seconds))).toEqual([
    '00:00',
    '05:12',
    '59:59',
    '1:02:03',
    '10:00:00',
  ]);
  expect(formatClock(null)).toBe('--');
});

test('truncate counts characters, not code units', () => {
  expect(truncate('a'.repeat(100))).toBe('a'.repeat(100));
  expect(truncate('a'.repeat(101))).toBe(`${'a'.repeat(100)}…`);
  expect(truncate('😀😀😀', 2)).toBe('😀😀…');
  expect(truncate('😀😀', 2)).toBe('😀😀');
  expect(truncate(null)).toBe('');
});

describe('zoned time', () => {
  test('a moment survives conversion to wall time and back, outside repeated hours', () => {
    const zones = [
      'Asia/Shanghai',
      'America/New_York',
      'Europe/London',
      'Australia/Lord_Howe',
      'America/Sao_Paulo',
      'Asia/Kolkata',
      'Pacific/Apia',
      'UTC',
    ];
    const seconds = fc.integer({ min: 1_262_304_000, max: 2_240_000_000 });
    fc.assert(
      fc.property(seconds, fc.constantFrom(...zones), (second, zone) => {
        const moment = new Date(second * 1000);
        const back = fromWallTime(toWallTime(moment, zone), zone);
        expect(toWallTime(back, zone)).toEqual(toWallTime(moment, zone));
        expect([0, 1_800_000, 3_600_000]).toContain(back.getTime() - moment.getTime());
      }),
    );
  });
  test('matches the formatter of the runtime, also around clock changes', () => {
    const zones = [
      'Asia/Shanghai',
      'America/New_York',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Africa/Monrovia',
    ];
    const formatters = new Map(
      zones.map((zone) => [
        zone,
        new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }),
      ]),
    );
    const two = (value: number): string => String(value).padStart(2, '0');
    const anywhere = fc.integer({ min: -60_000_000, max: 2_240_000_000 });
    // St. John's changed its clocks at 00:01: 2006-04-02T03:31Z.
    const atChange = fc.integer({ min: -90, max: 90 }).map((seconds) => Date.UTC(2006, 3, 2, 3, 31) / 1000 + seconds);
    fc.assert(
      fc.property(fc.oneof(anywhere, atChange), fc.constantFrom(...zones), (second, zone) => {
        const { year, month, day, hour, minute, second: shown } = toWallTime(new Date(second * 1000 + 345), zone);
        expect(`${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(shown)}`).toBe(
          formatters.get(zone)?.format(second * 1000),
        );
      }),
      { numRuns: 500 },
    );
  });
  test('a repeated hour means the later one, a skipped one moves forward', () => {
    const at = (month: number, day: number, hour: number): string =>
      fromWallTime({ year: 2026, month, day, hour, minute: 30, second: 0 }, 'America/New_York').toISOString();
    expect(at(11, 1, 1)).toBe('2026-11-01T06:30:00.000Z');
    expect(at(3, 8, 2)).toBe('2026-03-08T07:30:00.000Z');
  });
  test('unknown zones fall back', () => {
    expect([knownTimeZone('x'), knownTimeZone(''), knownTimeZone(null), knownTimeZone('Europe/Paris')]).toEqual([
      'Asia/Shanghai',
      'Asia/Shanghai',
      'Asia/Shanghai',
      'Europe/Paris',
    ]);
  });
});

test.each([
  [0, '0 分钟', '0 min'],
  [0.4, '0 分钟', '0 min'],
  [1, '1 秒', '1 sec'],
  [39, '39 秒', '39 sec'],
  [60, '1 分钟', '1 min'],
  [270, '5 分钟', '5 min'],
  [3570, '1 小时', '1 hr'],
  [4800, '1 小时 20 分钟', '1 hr 20 min'],
  [-5, '0 分钟', '0 min'],
  [null, '--', '--'],
])('formats %s seconds as a span', (seconds, chinese, english) => {
  expect([formatSpan(seconds), formatSpan(seconds, 'en')]).toEqual([chinese, english]);
});

test('gives each number of a span with its unit, which stay together on a line', () => {
  expect([spanParts(8160), spanParts(8160, 'en'), spanParts(39)]).toEqual([
    ['2 小时', '16 分钟'],
    ['2 hr', '16 min'],
    ['39 秒'],
  ]);
});
