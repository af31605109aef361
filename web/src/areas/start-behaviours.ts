import { defaultWebUrl, firstTokenRefreshMs, longCookieDays, tokenRefreshMs } from '@kaike/shared/domain/constants';
import type { ClientConfig } from '@kaike/shared/contracts/start';
import { clientId } from '../api/client-id.ts';
import { writeCookie } from '../api/cookies.ts';
import { csrfToken, forgetCsrfToken } from '../api/csrf.ts';

function loadStatistics(url: string): void {
  if (!/^https:\/\//.test(url)) return;
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  document.head.append(script);
}

/** Whether an address is the page that is open; its parameters do not count. */
function isHere(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.origin === location.origin && url.pathname === location.pathname;
}

function leaveAutomation(list: readonly string[]): void {
  if (list.some(isHere)) return;
  const target = list[Math.floor(Math.random() * list.length)];
  if (navigator.webdriver && target) location.replace(target);
}

/** What the config asks for beside the look: statistics in production only, elsewhere with automated browsers. */
export function applyConfig(config: ClientConfig): void {
  if (config.env === 'production' && config.statistics_url) loadStatistics(config.statistics_url);
  leaveAutomation(config.automation_redirects);
}

/** Asks for an identity of this browser when there is none. */
export async function ensureClientId(): Promise<void> {
  if (clientId()) return;
  const response = await fetch(`${defaultWebUrl}/open/client-id?json=1`, { credentials: 'same-origin' });
  const body = (await response.json()) as { client_id?: string };
  if (body.client_id && !clientId()) writeCookie('client-id', body.client_id, longCookieDays);
}

/** Fetches the token of writes 1.5 s after the page began, so that the first one need not wait for it, and a new one every two hours. */
export function keepTokenFresh(): void {
  const fetchToken = (): void => void csrfToken(defaultWebUrl).catch(() => undefined); // The next write tries again.
  setTimeout(fetchToken, Math.max(0, firstTokenRefreshMs - performance.now()));
  setInterval(() => {
    forgetCsrfToken();
    fetchToken();
  }, tokenRefreshMs);
}
