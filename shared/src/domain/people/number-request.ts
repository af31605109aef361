import { choicesOf } from '../status.ts';

export const numberRequestState = { waiting: 1, approved: 2, refused: 3 } as const;
export const numberRequestStateChoices = choicesOf(numberRequestState, {
  waiting: 'warning',
  approved: 'success',
  refused: 'muted',
});
