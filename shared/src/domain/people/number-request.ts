import { choicesOf } from '../status.ts';

/** Superseded: asked again for the same number, so that a decision is never about another text than was read. */
export const numberRequestState = { waiting: 1, approved: 2, refused: 3, superseded: 4 } as const;
export const numberRequestStateChoices = choicesOf(numberRequestState, {
  waiting: 'warning',
  approved: 'success',
  refused: 'muted',
  superseded: 'muted',
});
