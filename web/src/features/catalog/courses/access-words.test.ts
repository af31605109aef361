import { expect, test } from 'vitest';
import { accessWords } from './access-words.ts';

const t = (key: string, params: Record<string, unknown> = {}): string =>
  [key.replace('courses.', ''), ...Object.values(params)].join(' ');
const now = new Date('2026-03-10T04:00:00Z');
const words = (state: 'owned' | 'free' | 'ended' | 'none', end: string | null) =>
  accessWords(t, { access: { state, end_at: end }, locale: 'zh-CN', now, time_zone: 'Asia/Shanghai' });

test.each([
  ['owned', null, 'forever', false],
  ['owned', '2026-12-31T15:59:59Z', 'until 12 月 31 日', false],
  ['owned', '2027-01-01T15:59:59Z', 'until 2027 年 1 月 1 日', false],
  ['owned', '2026-04-06T15:59:59Z', 'days_left 28', false],
  ['owned', '2026-03-20T15:59:59Z', 'days_left 11', true],
  ['owned', '2026-03-10T15:59:59Z', 'last_day', true],
  ['ended', '2026-03-01T15:59:59Z', 'ended_on 3 月 1 日', true],
  ['free', null, 'free', false],
  ['none', null, '', false],
] as const)('%s until %s: %s', (state, end, text, isNear) => {
  expect(words(state, end)).toEqual({ text, is_near: isNear });
});
