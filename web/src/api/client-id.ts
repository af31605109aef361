import { longCookieDays } from '@kaike/shared/domain/constants';
import { readCookie, writeCookie } from './cookies.ts';

const name = 'client-id';

/** The identity of this browser, or null until the server gave one. */
export const clientId = (): string | null => readCookie(name);

/** Asks for an identity when there is none. */
export async function ensureClientId(base: string): Promise<void> {
  if (clientId()) return;
  const response = await fetch(`${base}/open/client-id?json=1`, { credentials: 'same-origin' });
  const body = (await response.json()) as { client_id?: string };
  if (body.client_id && !clientId()) writeCookie(name, body.client_id, longCookieDays);
}
