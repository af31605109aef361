import { expect, test } from 'vitest';
import { parseYuan } from './parse-yuan.ts';

test.each([
  ['8.80', 880],
  ['¥8.80', 880],
  ['￥ 8.8', 880],
  ['1,234.50', 123_450],
  ['１，２３４．５０元', 123_450],
  ['1,234,567', 123_456_700],
  ['19.9 元', 1990],
  ['.5', 50],
  ['0.03', 3],
  ['19.900', 1990],
  ['-5', -500],
  ['RMB 12', 1200],
])('%s is %i fen', (text, fen) => {
  expect(parseYuan(text)).toBe(fen);
});

test.each(['', '¥', '八元', '1,23.4', '12,34', '8.805', '1e3', '8.8.0', '$8', '9'.repeat(30), '8 到 9'])(
  '%s is no amount',
  (text) => {
    expect(parseYuan(text)).toBeNull();
  },
);
