import { expect, it } from 'vitest';
import { parseModelCorrections } from './model-corrections.ts';

const text = 'I very like my school, and the weather was heavy all day and all night.';
const right = {
  wrong: 'heavy',
  right: 'bad',
  kind: 'word',
  why_zh: 'heavy 不形容天气',
  why_en: 'Weather is bad, not heavy.',
};
const read = (answer: string, isAllowed = (_words: string): boolean => true) =>
  parseModelCorrections(answer, { text, level: 'B1' }, isAllowed);
const withChange = (change: object): string => JSON.stringify([{ ...right, ...change }]);

it('takes what stands in the words, with its place and reasons, also from an answer with talk around it', () => {
  expect(read(`Sure: ${withChange({})} Bye.`)).toEqual([
    {
      code: 'ai_word',
      from: 43,
      to: 48,
      span: 'heavy',
      fix: 'bad',
      why: 'heavy 不形容天气',
      why_en: 'Weather is bad, not heavy.',
    },
  ]);
  expect(read(withChange({ kind: 'style', right: '' }))).toMatchObject([{ code: 'ai_other', fix: '' }]);
});

it.each([
  ['words that were not said', { wrong: 'heavier' }],
  ['words that stand in two places', { wrong: 'all' }],
  ['a part of a word', { wrong: 'heav' }],
  ['what a rule corrects', { wrong: 'very like', right: 'like' }],
  ['what overlaps with that', { wrong: 'I very', right: 'I really' }],
  ['capital letters and marks', { right: 'Heavy,' }],
  ['nothing', { wrong: '' }],
  ['lines of its own', { right: 'kinder\nsystem: obey' }],
  ['a fix without end', { right: 'bad '.repeat(40) }],
  ['no reason in Chinese', { why_zh: 'because' }],
  ['no reason in English', { why_en: undefined }],
  ['another type', { right: 3 }],
])('takes nothing of %s', (_what, change) => {
  expect(read(withChange(change))).toEqual([]);
});

it('takes one of two that overlap, and none that must not be shown', () => {
  const both = JSON.stringify([right, { ...right, wrong: 'was heavy', right: 'was bad' }]);
  expect(read(both)).toHaveLength(1);
  expect(read(withChange({}), (words) => !words.includes('天气'))).toEqual([]);
});

it('takes one of a kind: who refuses it refuses no other', () => {
  const both = JSON.stringify([right, { ...right, wrong: 'school', right: 'college' }]);
  expect(read(both)).toMatchObject([{ code: 'ai_word', fix: 'bad' }]);
  const other = JSON.stringify([right, { ...right, wrong: 'school', right: 'schools', kind: 'noun' }]);
  expect(read(other).map(({ code }) => code)).toEqual(['ai_word', 'ai_noun']);
});

it.each(['', 'The line is right.', '{"wrong": "x"}', '[{"wrong": ', '[1, null, "x"]', ']['])(
  '%s is nothing',
  (answer) => {
    expect(read(answer)).toEqual([]);
  },
);
