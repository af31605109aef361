import type { ModerationLabel } from '@kaike/shared/domain/ai/moderation';
import { normalise } from './normalise.ts';
import { wordLists, type WordList } from './word-lists.ts';

/** What is wrong with a text; null when nothing is. */
export type TextCheck = (text: string) => ModerationLabel | null;

const escaped = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
const isChinese = (word: string): boolean => /\p{Script=Han}/u.test(word);

/** A school's own words, one a line: Chinese ones stand anywhere, others between the ends of words. */
function schoolList(lines: string): WordList[] {
  const words = lines
    .split('\n')
    .map(normalise)
    .map((word) => word.trim())
    .filter(Boolean);
  if (words.length === 0) return [];
  const patterns = words.map((word) =>
    isChinese(word) ? escaped(word) : `(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`,
  );
  return [{ label: 'school', pattern: new RegExp(patterns.join('|'), 'u') }];
}

/** Checks texts against the product's lists and the school's own words. */
export function createTextCheck(schoolWords: string): TextCheck {
  const lists = [...wordLists, ...schoolList(schoolWords)];
  return (text) => {
    const plain = normalise(text);
    return lists.find(({ pattern }) => pattern.test(plain))?.label ?? null;
  };
}

/** Characters before new words that are read with them. */
const overlap = 40;

/**
 * What is wrong with new words, by themselves or with the end of what the same person said right before: words may be cut in two
 * by sending them apart. Returns the words that a person has to read to see it.
 */
export function checkContinued(
  check: TextCheck,
  before: readonly string[],
  text: string,
): { label: ModerationLabel; text: string } | null {
  const alone = check(text);
  if (alone) return { label: alone, text };
  const end = before.join(' ').slice(-overlap).trim();
  // What passed by itself, but not as the end that is left of it, is no fault of the new words.
  if (end === '' || check(end)) return null;
  const joined = `${end} ${text}`;
  const label = check(joined);
  return label && { label, text: joined };
}
