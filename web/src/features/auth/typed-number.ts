/** What the login page passes on to registration. */
export type TypedNumber = { mobile_phone: string };

/** The number typed at the login by one who turns out to have no account. */
export const readTypedNumber = (state: unknown): string =>
  typeof state === 'object' && state && 'mobile_phone' in state && typeof state.mobile_phone === 'string'
    ? state.mobile_phone
    : '';
