import { expect, it } from 'vitest';
import { removeUnseen } from './unseen-signs.ts';

it.each([
  ['I want a cof\u200Bfee\uFEFF', 'I want a coffee'],
  ['\u202Eeeffoc\u202C \u2066a\u2069', 'eeffoc a'],
  ['bo\u00ADmb pass\u200Dword', 'bomb password'],
  ['hi\u{E0068}\u{E0069}', 'hi'],
  ['\u200B\u2060', ''],
])('drops what nobody sees from %j', (text, seen) => {
  expect(removeUnseen(text)).toBe(seen);
});

it.each(['A latte, please.', '我想喝咖啡 ☕️', '👩‍💻 👨‍👩‍👧 🏳️‍🌈 👩🏽‍🚀', 'naïve café – “to go”…'])('keeps %j', (text) => {
  expect(removeUnseen(text)).toBe(text);
});
