import { choicesOf, type ValueIn } from '../status.ts';

/** How well a word is known, as the scheduler calls it. */
export const wordState = { fresh: 0, learning: 1, known: 2, relearning: 3 } as const;
export type WordState = ValueIn<typeof wordState>;

/** How a review went. */
export const wordRating = { again: 1, hard: 2, good: 3, easy: 4 } as const;
export type WordRating = ValueIn<typeof wordRating>;
export const wordRatingChoices = choicesOf(wordRating);

/** Words of one day's review. */
export const reviewSize = 20;
/** Words in a book. */
export const maxWords = 3000;
