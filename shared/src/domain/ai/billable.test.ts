import fc from 'fast-check';
import { expect, it } from 'vitest';
import { billable, countWords, minSec, planHold } from './billable.ts';

it.each([
  ['', 0],
  ["I'd like a well-done steak, please.", 6],
  ['  two   words ', 2],
  ['我想要 coffee', 4],
  ['!!! ... 42', 1],
])('countWords(%j) is %i', (text, count) => {
  expect(countWords(text)).toBe(count);
});

it.each([
  [{ typed_words: 5, reply_words: 10, speech_rate: 1 }, 6],
  [{ typed_words: 1, reply_words: 1, speech_rate: 1 }, 1],
  [{ typed_words: 5, reply_words: 10, speech_rate: 2 }, 4],
  [{ typed_words: 5, reply_words: 10, speech_rate: 0.5 }, 10],
  [{ typed_words: 500, reply_words: 10, speech_rate: 1 }, 24],
  [{ typed_words: 0, reply_words: 10, speech_rate: 1 }, 4],
  [{ typed_words: 50, reply_words: 0, speech_rate: 1 }, 0],
])('billable(%j) is %i', (turn, sec) => {
  expect(billable(turn)).toBe(sec);
});

const turn = fc.record({
  typed_words: fc.integer({ min: 0, max: 2000 }),
  reply_words: fc.integer({ min: 0, max: 500 }),
  speech_rate: fc.integer({ min: 50, max: 200 }).map((hundredths) => hundredths / 100),
});

it('a turn is a whole number, never costs less with more words, and nothing without a reply', () => {
  fc.assert(
    fc.property(turn, (one) => {
      const sec = billable(one);
      expect(Number.isInteger(sec) && sec >= 0).toBe(true);
      expect(billable({ ...one, reply_words: one.reply_words + 1 })).toBeGreaterThanOrEqual(sec);
      expect(billable({ ...one, typed_words: one.typed_words + 1 })).toBeGreaterThanOrEqual(sec);
      expect(billable({ ...one, reply_words: 0 })).toBe(0);
    }),
  );
});

it('a hold never exceeds what is left or a minute, and pays for every reply of its length', () => {
  fc.assert(
    fc.property(turn, fc.integer({ min: 0, max: 200 }), (one, free) => {
      const plan = planHold(one, free);
      if (!plan) return;
      expect(free).toBeGreaterThanOrEqual(minSec);
      expect(plan.hold_sec).toBeLessThanOrEqual(Math.min(free, 60));
      expect(plan.reply_words).toBeGreaterThanOrEqual(10);
      expect(billable({ ...one, reply_words: plan.reply_words })).toBe(plan.hold_sec);
    }),
  );
  expect(planHold({ typed_words: 3, speech_rate: 1 }, minSec - 1)).toBeNull();
  expect(planHold({ typed_words: 3, speech_rate: 1 }, minSec)).not.toBeNull();
  expect(planHold({ typed_words: 60, speech_rate: 1 }, 20)).toBeNull();
});
