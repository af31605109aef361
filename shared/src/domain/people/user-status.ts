import { choicesOf, type Transition, type ValueIn } from '../status.ts';

export const userStatus = { cancelled: 0, effective: 1, stopped: 2 } as const;
export type UserStatus = ValueIn<typeof userStatus>;
export const userStatusChoices = choicesOf(userStatus, { cancelled: 'muted', effective: 'success', stopped: 'danger' });

/** Only an effective user can log in and keep sessions; cancellation is final. */
export const userActions: Readonly<Record<'stop' | 'restore' | 'cancel', Transition<UserStatus>>> = {
  stop: { from: [userStatus.effective], to: userStatus.stopped },
  restore: { from: [userStatus.stopped], to: userStatus.effective },
  cancel: { from: [userStatus.effective, userStatus.stopped], to: userStatus.cancelled },
};
