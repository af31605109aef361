import { findCookie } from './cookies.ts';

/** The id of this browser, or null until the server has issued one. */
export const clientId = (): string | null => findCookie('client-id');
