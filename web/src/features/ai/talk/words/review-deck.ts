import type { BookWord } from '@kaike/shared/contracts/ai/ai-words';

/** A review: the words still to come, the first of them on the table. */
export type Deck = { words: readonly BookWord[]; is_open: boolean; done: number; count: number };

export const newDeck = (words: readonly BookWord[]): Deck => ({ words, is_open: false, done: 0, count: words.length });

/** After a rating: a forgotten word comes again at the end, any other one is done for today. */
export function rateTop({ words, done, count }: Deck, isForgotten: boolean): Deck {
  const [top, ...rest] = words;
  if (!top) return { words, is_open: false, done, count };
  return isForgotten
    ? { words: [...rest, top], is_open: false, done, count }
    : { words: rest, is_open: false, done: done + 1, count };
}

/** Seconds until a word is due, in the largest unit that fits. */
export function spanUnit(seconds: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  if (seconds < 3600) return { unit: 'minutes', count: Math.max(1, Math.round(seconds / 60)) };
  if (seconds < 86_400) return { unit: 'hours', count: Math.round(seconds / 3600) };
  return { unit: 'days', count: Math.round(seconds / 86_400) };
}
