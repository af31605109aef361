import type { ScriptLine, ScriptSlot } from '@kaike/shared/domain/ai/scene-script';
import { isSameWord, parseSlot } from './slots.ts';
import { parseWords, type Word } from './words.ts';

type Slots = Readonly<Record<string, ScriptSlot>>;
export type SlotValues = Readonly<Record<string, ScriptLine>>;

type PatternPart = { slot: string } | { rest: number } | { words: readonly Word[] };

/**
 * What an answer is compared with, such as `i would like {drink}`: words in this order, with at most a few others between them.
 * `a|b` is either word, `{name}` a slot, `*3` three more words, `@yes` one of many words. `=` at the start means the whole answer.
 * One with `*` is open: it counts only when no other pattern matches.
 */
export type AnswerPattern = {
  parts: readonly PatternPart[];
  is_whole: boolean;
  is_open: boolean;
  is_negative: boolean;
};

const classes: Readonly<Record<string, string>> = {
  '@yes': 'yes|yeah|yep|yup|sure|ok|okay|alright|right|correct|definitely|absolutely|certainly|course|please|indeed',
  '@no': 'no|nope|nah|not|none|nothing|never|neither',
  '@thanks': 'thank|thanks|cheers',
};
const negatives: ReadonlySet<string> = new Set(['not', 'no', 'never', 'nothing', 'without']);
/** Left out of whole answers. */
const polite: ReadonlySet<string> = new Set(['please', 'thanks', 'thank', 'you', 'hello', 'hi', 'hey']);
/** Other words allowed between two parts. */
const widestGap = 5;
/** A “not” this close before makes the opposite of what follows. */
const reachOfNot = 3;

function readPart(text: string, slots: Slots): PatternPart | null {
  const slot = /^\{([a-z_]+)\}$/.exec(text)?.[1];
  if (slot !== undefined) return slot in slots ? { slot } : null;
  const rest = /^\*([1-9])$/.exec(text)?.[1];
  if (rest !== undefined) return { rest: Number(rest) };
  const names = (text.startsWith('@') ? (classes[text] ?? '') : text).split('|');
  const words = names.map((name) => parseWords(name));
  return /^[@a-z\d|]+$/.test(text) && words.every((one) => one.length === 1) ? { words: words.flat() } : null;
}

function buildPattern(text: string, slots: Slots): AnswerPattern | null {
  const isWhole = text.startsWith('=');
  const parts = (isWhole ? text.slice(1) : text)
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => readPart(part, slots));
  const readable = parts.filter((part) => part !== null);
  if (readable.length === 0 || readable.length < parts.length) return null;
  return {
    parts: readable,
    is_whole: isWhole,
    is_open: readable.some((part) => 'rest' in part),
    is_negative: readable.some((part) => 'words' in part && part.words.some(({ text: word }) => negatives.has(word))),
  };
}

const parsed = new WeakMap<Slots, Map<string, AnswerPattern | null>>();

/** Null when the text is no pattern, or names a slot that is not there. Each pattern of a script is parsed once. */
export function parsePattern(text: string, slots: Slots): AnswerPattern | null {
  const cache = parsed.get(slots) ?? new Map<string, AnswerPattern | null>();
  parsed.set(slots, cache);
  const pattern = cache.get(text);
  if (pattern !== undefined) return pattern;
  const read = buildPattern(text, slots);
  cache.set(text, read);
  return read;
}

export type PatternMatch = { pattern: AnswerPattern; words: readonly Word[]; slots: Slots; near: boolean };
type PartPosition = { part: number; at: number };

const isNegated = (words: readonly Word[], at: number): boolean =>
  words
    .slice(Math.max(0, at - reachOfNot), at)
    .some(({ text, clause }) => (text === 'not' || text === 'never') && clause === words[at]?.clause);

/** The ways one part can stand at a place: how many words it takes, and what it fills. */
function readingsAt(
  { words, slots, near }: PatternMatch,
  part: PatternPart,
  at: number,
): { length: number; values: SlotValues }[] {
  if ('rest' in part) return words.length - at >= part.rest ? [{ length: part.rest, values: {} }] : [];
  if ('slot' in part) {
    const slot = slots[part.slot];
    const readings = slot ? parseSlot(slot, words.slice(at, at + 6), near) : [];
    return readings.map(({ value, length }) => ({ length, values: { [part.slot]: value } }));
  }
  const word = words[at];
  return word && part.words.some((choice) => isSameWord(choice, word, near)) ? [{ length: 1, values: {} }] : [];
}

/** A name directly follows its words: “I am looking for a room” names nobody. */
function gapBefore({ pattern, words, slots }: PatternMatch, current: PatternPart, part: number): number {
  if (pattern.is_whole) return 0;
  if (part === 0) return words.length;
  return 'slot' in current && slots[current.slot]?.kind === 'name' ? 0 : widestGap;
}

/** Matches the parts from a place on; places that failed are not tried again. */
function matchFrom(match: PatternMatch, { part, at }: PartPosition, failed: Set<string>): SlotValues | null {
  const { pattern, words } = match;
  const current = pattern.parts[part];
  if (!current) return pattern.is_whole && at < words.length ? null : {};
  const key = `${part}:${at}`;
  if (failed.has(key)) return null;
  const gap = gapBefore(match, current, part);
  for (let place = at; place <= Math.min(at + gap, words.length); place += 1) {
    if (part === 0 && !pattern.is_negative && !('rest' in current) && isNegated(words, place)) continue;
    for (const { length, values } of readingsAt(match, current, place)) {
      const rest = matchFrom(match, { part: part + 1, at: place + length }, failed);
      if (rest) return { ...values, ...rest };
    }
  }
  failed.add(key);
  return null;
}

/** The slots that the answer fills; null when it does not match. */
export function matchPattern(match: PatternMatch): SlotValues | null {
  const words = match.pattern.is_whole ? match.words.filter(({ text }) => !polite.has(text)) : match.words;
  return matchFrom({ ...match, words }, { part: 0, at: 0 }, new Set());
}

/** The first place where a value of the slot stands. */
export function findSlot(slot: ScriptSlot, words: readonly Word[]): ScriptLine | null {
  for (let at = 0; at < words.length; at += 1) {
    const [reading] = parseSlot(slot, words.slice(at, at + 6), false);
    if (reading && !isNegated(words, at)) return reading.value;
  }
  return null;
}
