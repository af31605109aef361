import { expect, it } from 'vitest';
import { matchesKeyword } from './matches-keyword.ts';

it.each(['', 'ＡＩ外教', 'ai外教', 'AI　外教', '外教 口语', '口语 ai'])('finds a title by %j', (keyword) => {
  expect(matchesKeyword('AI 外教口语课', keyword)).toBe(true);
});
it.each(['oa', '外教 写作', '教外'])('finds no title by %j', (keyword) => {
  expect(matchesKeyword('AI 外教口语课', keyword)).toBe(false);
});
