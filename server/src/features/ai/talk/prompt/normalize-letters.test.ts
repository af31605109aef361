import { expect, it } from 'vitest';
import { barePlaces, normalizeLetters } from './normalize-letters.ts';
import { bodyMarks } from './write-prompt.ts';

it.each([
  ['K - q\u200B. ７, "A"', 'kq7a'],
  ['goals_left', 'goals_left'],
  ['Goals left!', 'goalsleft'],
  ['您好， ＡＢ', '您好ab'],
  ['—', ''],
])('%j is %j', (text, letters) => {
  expect(normalizeLetters(text)).toBe(letters);
});

it('knows where each letter stands', () => {
  const text = '👋 k - ﬁq';
  expect(barePlaces(text)).toEqual({ text: 'kfiq', places: [3, 7, 7, 8] });
});

it('of a template, only long parts between its values are marks, and nothing that the teacher is to say', () => {
  const body = `Play {{ai_role}}. Be kind. Ask about the family of the learner and about nothing else: {{goals}}.
Say "Welcome back to our little shop, what can I do for you today?"
始终用短句回答学员，并且每次都以一个问题结束。`;
  expect(bodyMarks(body).map((part) => part.trim())).toEqual([
    'Ask about the family of the learner and about nothing else',
    '始终用短句回答学员，并且每次都以一个问题结束',
  ]);
});
