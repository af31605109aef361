import { choicesOf, type Transition, type ValueIn } from '../status.ts';

export const batchState = { making: 1, ready: 2, released: 3, closed: 4, voided: 5 } as const;
export type BatchState = ValueIn<typeof batchState>;
export const batchStateChoices = choicesOf(batchState, {
  making: 'info',
  ready: 'primary',
  released: 'success',
  closed: 'muted',
  voided: 'danger',
});

/** Most cards in one batch. */
export const batchLimit = 100_000;

const { making, ready, released, closed, voided } = batchState;

/** `finish` is done by the job, the others by people. Voiding a batch voids those of its cards that may be voided. */
export const batchActions: Readonly<
  Record<'finish' | 'release' | 'close' | 'reopen' | 'void', Transition<BatchState>>
> = {
  finish: { from: [making], to: ready },
  release: { from: [ready], to: released },
  close: { from: [released], to: closed },
  reopen: { from: [closed], to: released },
  void: { from: [making, ready, released, closed], to: voided },
};

/** Changes that keep the state: a new last day for the cards that can still be redeemed, or another agency to sell them. */
export const batchEdits: Readonly<Record<'redate' | 'assign', { readonly from: readonly BatchState[] }>> = {
  redate: { from: [ready, released, closed] },
  assign: { from: [ready, released, closed] },
};
