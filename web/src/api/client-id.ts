import { readCookie } from './cookies.ts';

/** The identity of this browser, or null until the server gave one. */
export const clientId = (): string | null => readCookie('client-id');
