import type { ScriptExpectation, ScriptQuestion, ScriptSlot } from '@kaike/shared/domain/ai/scene-script';
import { findSlot, matchPattern, parsePattern, type AnswerPattern, type SlotValues } from './patterns.ts';
import { parseWords, type Word } from './words.ts';

type Slots = Readonly<Record<string, ScriptSlot>>;

/** What an answer means: the expectation it meets, and the slots it fills. */
export type Understanding = { expectation: ScriptExpectation; values: SlotValues };

const patternsOf = (...texts: string[]): AnswerPattern[] => texts.flatMap((text) => parsePattern(text, {}) ?? []);

/** The member did not understand, or asks to hear it again, whatever the question is. */
const unclear = patternsOf(
  'not understand',
  'not get it',
  'pardon',
  'say it|that again',
  'repeat that|please',
  'do mean',
  'speak|more slowly|slower',
  'come again',
);
/** The same, unless the question waits for these words. */
const maybeUnclear = patternsOf('=again', '=sorry', '=repeat', '=what', '=i do not know');

const matchesOne = (patterns: readonly AnswerPattern[], words: readonly Word[]): boolean =>
  patterns.some((pattern) => matchPattern({ pattern, words, slots: {}, near: false }));

export const matchesAny = (
  patterns: readonly string[],
  { words, slots, near }: { words: readonly Word[]; slots: Slots; near: boolean },
): boolean =>
  patterns.some((text) => {
    const pattern = parsePattern(text, slots);
    return pattern !== null && matchPattern({ pattern, words, slots, near }) !== null;
  });

type Search = { words: readonly Word[]; slots: Slots; near: boolean; wants: (pattern: AnswerPattern) => boolean };

function search(question: ScriptQuestion, { words, slots, near, wants }: Search): Understanding | null {
  for (const expectation of question.expect) {
    for (const text of expectation.any) {
      const pattern = parsePattern(text, slots);
      const values = pattern && wants(pattern) ? matchPattern({ pattern, words, slots, near }) : null;
      if (values) return { expectation, values };
    }
  }
  return null;
}

function alsoFilled(expectation: ScriptExpectation, words: readonly Word[], slots: Slots): SlotValues {
  const filled = expectation.also.flatMap((name) => {
    const slot = slots[name];
    const value = slot ? findSlot(slot, words) : null;
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(filled);
}

/** The same only by patterns that name what they wait for, in exact words. */
export function understandExactly(question: ScriptQuestion, answer: string, slots: Slots): Understanding | null {
  const result = search(question, { words: parseWords(answer), slots, near: false, wants: ({ is_open }) => !is_open });
  return (
    result && { ...result, values: { ...alsoFilled(result.expectation, parseWords(answer), slots), ...result.values } }
  );
}

/** What the answer to a question means: exact words first, then with spelling mistakes, then anything long enough. */
export function understand(question: ScriptQuestion, answer: string, slots: Slots): Understanding | null {
  const words = parseWords(answer);
  const isClosed = (pattern: AnswerPattern): boolean => !pattern.is_open;
  if (matchesOne(unclear, words)) return null;
  const exact = search(question, { words, slots, near: false, wants: isClosed });
  if (!exact && matchesOne(maybeUnclear, words)) return null;
  const result =
    exact ??
    search(question, { words, slots, near: true, wants: isClosed }) ??
    search(question, { words, slots, near: false, wants: (pattern) => pattern.is_open });
  return result && { ...result, values: { ...alsoFilled(result.expectation, words, slots), ...result.values } };
}
