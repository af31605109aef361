import { choicesOf, type Transition, type ValueIn } from '../status.ts';

/** Status of real-name verification; the field is called `is_auth`. */
export const authStatus = { none: 0, pending: 1, passed: 2, failed: 3 } as const;
export type AuthStatus = ValueIn<typeof authStatus>;
export const authStatusChoices = choicesOf(authStatus, {
  none: 'muted',
  pending: 'warning',
  passed: 'success',
  failed: 'danger',
});

/** Only a pending or passed verification can be refused. */
export const realNameActions = {
  refuse: { from: [authStatus.pending, authStatus.passed], to: authStatus.failed },
} as const satisfies Record<string, Transition<AuthStatus>>;

export const authMethods = ['face', 'manual'] as const;
export type AuthMethod = (typeof authMethods)[number];

export const gender = { unknown: 0, male: 1, female: 2 } as const;
export type Gender = ValueIn<typeof gender>;
export const genderChoices = choicesOf(gender);

export const clientTypes = ['web', 'wechat', 'app'] as const;
export type ClientType = (typeof clientTypes)[number];

export const agencyStatus = { pending: 0, active: 1, frozen: 2, ended: 3 } as const;
export type AgencyStatus = ValueIn<typeof agencyStatus>;
export const agencyStatusChoices = choicesOf(agencyStatus, {
  pending: 'warning',
  active: 'success',
  frozen: 'cyan',
  ended: 'muted',
});

export const cefrLevels = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'] as const;
export type CefrLevel = (typeof cefrLevels)[number];
