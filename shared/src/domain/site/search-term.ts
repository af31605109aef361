import { normalizeKeyword } from '../../kit/text/normalize-text.ts';
import { choicesOf, type ValueIn } from '../status.ts';

/** Pinned words come first in suggestions; blocked ones are never suggested. */
export const searchTermKind = { normal: 1, pinned: 2, blocked: 3 } as const;
export type SearchTermKind = ValueIn<typeof searchTermKind>;
export const searchTermKindChoices = choicesOf(searchTermKind, {
  normal: 'muted',
  pinned: 'primary',
  blocked: 'danger',
});

export const maxWordLength = 50;

/** The form in which a word is stored and counted: normalised, lower case, single spaces. */
export const searchWord = normalizeKeyword;
