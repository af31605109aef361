/** What the login page passes on to registration. */
export type TypedNumber = { mobile_phone: string };

/** The number typed at the login by one who turns out to have no account. */
export const parseTypedNumber = (state: unknown): string =>
  typeof state === 'object' && state && 'mobile_phone' in state && typeof state.mobile_phone === 'string'
    ? state.mobile_phone
    : '';

/** What a new password passes on to the login page. */
export type ResetAccount = { account: string };

/** The account whose password was just reset. */
export const parseResetAccount = (state: unknown): string =>
  typeof state === 'object' && state && 'account' in state && typeof state.account === 'string' ? state.account : '';
