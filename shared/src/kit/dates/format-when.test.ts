import { expect, test } from 'vitest';
import { formatLength, formatMinute, formatShortDay, formatSum, formatWeekday, formatWhen } from './format-when.ts';

const now = new Date('2026-11-24T04:00:00Z');
const china = (locale: string) => ({ locale, timeZone: 'Asia/Shanghai', now });

test.each([
  ['2026-11-24T01:05:00Z', '今天 09:05', 'Today 09:05', '今天 09:05'],
  ['2026-11-23T13:05:00Z', '昨天', 'Yesterday', '11 月 23 日 21:05'],
  ['2026-11-20T13:05:00Z', '11 月 20 日', 'Nov 20', '11 月 20 日 21:05'],
  ['2026-11-24T13:05:00Z', '今天 21:05', 'Today 21:05', '今天 21:05'],
  ['2026-11-25T13:05:00Z', '11 月 25 日', 'Nov 25', '11 月 25 日 21:05'],
  ['2027-10-05T13:05:00Z', '2027 年 10 月 5 日', 'Oct 5, 2027', '2027 年 10 月 5 日 21:05'],
  // New Year's Eve in London is the next year in Shanghai.
  ['2026-12-31T17:00:00Z', '2027 年 1 月 1 日', 'Jan 1, 2027', '2027 年 1 月 1 日 01:00'],
])('%s is %s', (moment, chinese, english, minute) => {
  expect(formatWhen(moment, china('zh-CN'))).toBe(chinese);
  expect(formatWhen(moment, china('zh-TW'))).toBe(chinese);
  expect(formatWhen(moment, china('en'))).toBe(english);
  expect(formatMinute(moment, china('zh-CN'))).toBe(minute);
});

test('a day follows the zone of its reader, and has no year in the current one', () => {
  const moment = '2026-12-31T17:00:00Z';
  expect(formatShortDay(moment, { locale: 'en', timeZone: 'Europe/London', now })).toBe('Dec 31');
  expect(formatShortDay(moment, { locale: 'en', timeZone: 'Not/AZone', now })).toBe('Jan 1, 2027');
  expect([formatShortDay(null, { now }), formatWhen('', { now }), formatMinute('rubbish', { now })]).toEqual([
    '--',
    '--',
    '--',
  ]);
});

test('a short lesson has its exact length, a long course about its own', () => {
  expect([5, 80, 119.7, 240, 4800].map((seconds) => formatLength(seconds))).toEqual([
    '0:05',
    '1:20',
    '2 分钟',
    '4 分钟',
    '1 小时 20 分钟',
  ]);
  expect([2700, 3600, 6900, 5000].map((seconds) => formatSum(seconds))).toEqual([
    '45 分钟',
    '约 1 小时',
    '约 2 小时',
    '约 1.5 小时',
  ]);
  expect([formatSum(6900, 'en'), formatSum(6900, 'zh-TW')]).toEqual(['about 2 hr', '約 2 小時']);
});

test('a day of the week has its name in each language, whatever the device’s time zone', () => {
  const forms = (['narrow', 'long'] as const).flatMap((form) => [
    formatWeekday('2026-11-26', 'zh-CN', form),
    formatWeekday(Date.UTC(2026, 10, 26, 23, 59), 'en', form),
  ]);
  expect(forms).toEqual(['四', 'T', '星期四', 'Thursday']);
  expect(formatWeekday(null, 'en', 'long')).toBe('--');
});
