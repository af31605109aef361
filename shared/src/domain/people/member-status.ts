import { choicesOf, type Transition, type ValueIn } from '../status.ts';

export const memberStatus = { effective: 1, stopped: 2, cancelled: 3, cancelling: 4, merged: 5 } as const;
export type MemberStatus = ValueIn<typeof memberStatus>;
export const memberStatusChoices = choicesOf(memberStatus, {
  effective: 'success',
  stopped: 'danger',
  cancelled: 'muted',
  cancelling: 'warning',
  merged: 'muted',
});

/** Days in which the merge of two accounts can be undone. */
export const mergeDays = 7;

/** Days between a request to cancel an account and the erasure of its personal data. */
export const cancellingDays = 7;

const { effective, stopped, cancelled, cancelling, merged } = memberStatus;

/** Undoing a merge is no step of its own: it puts back the status of before. */
export const memberActions: Readonly<
  Record<'stop' | 'restore' | 'ask_cancel' | 'keep' | 'erase' | 'merge', Transition<MemberStatus>>
> = {
  stop: { from: [effective, cancelling], to: stopped },
  restore: { from: [stopped], to: effective },
  ask_cancel: { from: [effective], to: cancelling },
  keep: { from: [cancelling], to: effective },
  erase: { from: [cancelling], to: cancelled },
  merge: { from: [effective, stopped], to: merged },
};
