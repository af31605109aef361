/** Limits and durations of the specification, section 9. */

export const chunkLoadTimeoutMs = 120_000;
export const tokenRefreshMs = 7_200_000;
export const firstTokenRefreshMs = 1500;

/** Rows sent in one import request, unless configured. */
export const importChunkRows = 200;
/** Rows an import request may have. */
export const importMostRows = 1000;
/** Files of a folder are counted up to this number. */
export const filesCounted = 10_000;
/** Rows an export collects before it writes a file. */
export const exportBufferRows = 100_000;
export const sheetNameLength = 29;

export const toastMs = 3000;
export const progressResetMs = 1000;
export const logoutClearMs = 100;

export const sessionLifetimeMinutes = 120;
/** Lifetime of the authorization cookie after a response, in days. */
export const authorizationCookieDays = (lifetimeMinutes: number): number => lifetimeMinutes / 1440;
/** Language and client-id cookies. */
export const longCookieDays = 3650;

export const defaultApiUrl = '/api';
export const defaultWebUrl = '/web-api';

export const themes = [
  'blue',
  'white',
  'purple',
  'green',
  'red',
  'yellow',
  'blue-light',
  'white-light',
  'purple-light',
  'green-light',
  'red-light',
  'yellow-light',
] as const;
export type Theme = (typeof themes)[number];
/** `primary` is the configured default; it looks like `primaryTheme`. */
export const defaultTheme = 'primary';
export const primaryTheme: Theme = 'blue';

/** The eleven styles of a status tag and of alert chips. */
export const tones = [
  'default',
  'primary',
  'success',
  'info',
  'warning',
  'danger',
  'muted',
  'purple',
  'cyan',
  'gold',
  'outline',
] as const;
export type Tone = (typeof tones)[number];

export const currencySymbol = '¥';
export const currencyDecimals = 0;
export const timeFormat = 'hh:mm:ss';
export const dateTimeFormat = 'yyyy-MM-dd hh:mm:ss';
export const truncatedLength = 100;
/** Most pictures a person may choose at once. */
export const imageChoiceCount = 9;

/** Session lifetime after its last use when the person chose to stay logged in, in days (domain page, section 1). */
export const rememberDays = 30;
