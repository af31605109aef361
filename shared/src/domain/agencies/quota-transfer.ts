import { choicesOf, type ValueIn } from '../status.ts';

/** An offer of quota from one agency to another. */
export const transferState = { waiting: 1, accepted: 2, declined: 3, withdrawn: 4, taken_back: 5 } as const;
export type TransferState = ValueIn<typeof transferState>;
export const transferStateChoices = choicesOf(transferState, {
  waiting: 'warning',
  accepted: 'success',
  declined: 'muted',
  withdrawn: 'muted',
  taken_back: 'muted',
});

/** Minutes within which the sender may take back an accepted offer. */
export const undoMinutes = 10;

/** What each side may do with an offer now. */
export function transferOptions(
  offer: { state: number; undo_until: Date },
  now: Date,
): { may_answer: boolean; may_undo: boolean } {
  const isWaiting = offer.state === transferState.waiting;
  // A waiting offer can be withdrawn at any time, an accepted one only within the ten minutes.
  return {
    may_answer: isWaiting,
    may_undo: isWaiting || (offer.state === transferState.accepted && now < offer.undo_until),
  };
}
