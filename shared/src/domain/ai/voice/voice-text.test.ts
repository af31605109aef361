import { expect, it } from 'vitest';
import { voiceText } from './voice-text.ts';

const wordsOf = (text: string): string => voiceText(text).replace(/\s+/g, ' ').trim();

it.each([
  [
    '**Great!** 👍🏽 See [unit 2](https://x.y) — 3 * 4 = 12, C#, 1/2 cup, £5.',
    'Great! See unit 2 — 3 * 4 = 12, C#, 1/2 cup, £5.',
  ],
  ['- one\n- *two*\n1. three', 'one two 1. three'],
  ['## Well done\n> Say `hello` to ~~him~~ her', 'Well done Say hello to him her'],
  ['**很好！** Say “_thank you_” 🎉🇨🇳 👩‍👩‍👧', '很好！ Say “ thank you ”'],
  ['| a | b |\n|---|---|\n| c | d |', 'a b c d'],
  ['![a cat](/cat.png) Look: https://example.com/a_b_c.', 'Look:'],
  ['snake_case, 2*3*4, a - b, ©, 5 > 3, #1', 'snake_case, 2*3*4, a - b, ©, 5 > 3, #1'],
  ['***All*** of **these *old* words**', 'All of these old words'],
  ['**Well done!', 'Well done!'],
])('%j is said as %j', (text, words) => {
  expect(wordsOf(text)).toBe(words);
});

it('keeps the place of every character', () => {
  const text = '👋 **Hi**, [Ann](https://x.y)! I like 🍎s.';
  const voiced = voiceText(text);
  expect(voiced.length).toBe(text.length);
  for (const word of ['Hi', 'Ann', 'like']) expect(voiced.indexOf(word)).toBe(text.indexOf(word));
});
