import { expect, it } from 'vitest';
import type { BookWord } from '@kaike/shared/contracts/ai/ai-words';
import { newDeck, rateTop, spanUnit } from './review-deck.ts';

const wordOf = (id: number): BookWord => ({
  id,
  lemma: `word ${id}`,
  language: 'en',
  kind: 'word',
  gloss_en: '',
  gloss: '',
  sentence: '',
  message_id: null,
  state: 0,
  due_at: '2026-11-23T08:00:00.000Z',
  intervals: [60, 600, 86_400, 345_600],
  created_at: '2026-11-23T08:00:00.000Z',
});

it('a forgotten word comes again at the end, others are done', () => {
  let deck = newDeck([wordOf(1), wordOf(2)]);
  deck = rateTop({ ...deck, is_open: true }, true);
  expect(deck).toMatchObject({ words: [{ id: 2 }, { id: 1 }], done: 0, is_open: false });
  deck = rateTop(rateTop(deck, false), false);
  expect(deck).toMatchObject({ words: [], done: 2, count: 2 });
  expect(rateTop(deck, true).words).toEqual([]);
});

it.each([
  [10, 'minutes', 1],
  [600, 'minutes', 10],
  [7200, 'hours', 2],
  [345_600, 'days', 4],
])('%i seconds are %s × %i', (seconds, unit, count) => {
  expect(spanUnit(seconds)).toEqual({ unit, count });
});
