import { defaultWebUrl } from '@kaike/shared/domain/constants';
import type { Contract } from '@kaike/shared/kit/contract';
import type { Fields } from '@kaike/shared/kit/field';
import { apiBase, pickContractFields } from './client.ts';
import { findCookie } from './cookies.ts';
import { csrfToken } from './csrf.ts';

let token = '';

/** Fetches the CSRF token in advance, as a page that is being closed cannot wait for one. */
export async function prepareBeacon(): Promise<void> {
  token = await csrfToken(apiBase());
}

function keepAlive(url: string, body: string): boolean {
  const headers = {
    'Content-Type': 'application/json',
    Authorization: findCookie('Authorization') ?? '',
    'X-CSRF-TOKEN': token,
  };
  void fetch(url, { method: 'POST', keepalive: true, credentials: 'same-origin', headers, body }).catch(
    () => undefined,
  ); // No page is left to report to.
  return true;
}

/** Sends without waiting for a response, while the page is being closed; false when the browser did not accept it. */
export function sendBeacon(contract: Contract<Fields, Fields, unknown>, body: Record<string, unknown>): boolean {
  const url = `${apiBase()}${contract.path}?json=1`;
  const payload = pickContractFields(contract, body);
  // A beacon carries cookies but no headers: enough for browsers, not for the other API base.
  if (apiBase() !== defaultWebUrl || !('sendBeacon' in navigator)) return keepAlive(url, JSON.stringify(payload));
  return navigator.sendBeacon(url, JSON.stringify({ ...payload, _token: token }));
}
