import { expect, it } from 'vitest';
import { chineseFor, inReadersScript, spellingsOf } from './chinese-script.ts';

it('writes Chinese in the characters of the reader, by the word they stand in', async () => {
  const convert = await chineseFor('zh-TW');
  expect(convert('头发、发展、里面、公里、后天、皇后、面条、干净、干部')).toBe(
    '頭髮、發展、裡面、公里、後天、皇后、麵條、乾淨、幹部',
  );
  // Not 選單, which is a menu on a screen.
  expect(convert('看一下菜单')).toBe('看一下菜單');
  expect(convert('頭髮在裡面')).toBe('頭髮在裡面');
  expect(convert('I drank 3 cups.')).toBe('I drank 3 cups.');
  for (const locale of ['zh-CN', 'en'] as const) expect((await chineseFor(locale))('头发')).toBe('头发');
});

it('changes the Chinese of an answer alone, in a copy', async () => {
  const shipped = { goals: [{ text: '学生说的话', zh: '点一杯饮料' }], gloss: null, at: new Date(0) };
  expect(await inReadersScript('zh-TW', shipped)).toEqual({
    goals: [{ text: '学生说的话', zh: '點一杯飲料' }],
    gloss: null,
    at: new Date(0),
  });
  expect(shipped.goals[0]?.zh).toBe('点一杯饮料');
  expect(await inReadersScript('zh-CN', shipped)).toBe(shipped);
});

it('searches for Traditional characters in Simplified ones, too', async () => {
  expect(spellingsOf('點杯飲料')).toEqual(['點杯飲料', '点杯饮料']);
  expect(spellingsOf('頭髮在裡面')).toEqual(['頭髮在裡面', '头发在里面']);
  expect(spellingsOf('乾坤')).toEqual(['乾坤', '干坤']);
  expect(spellingsOf('咖啡')).toEqual(['咖啡']);
  expect(spellingsOf('coffee')).toEqual(['coffee']);
});
