import { defaultWebUrl, firstTokenRefreshMs, longCookieDays, tokenRefreshMs } from '@kaike/shared/domain/constants';
import type { ClientConfig } from '@kaike/shared/contracts/auth/start';
import { clientId } from '../api/client-id.ts';
import { plainHeaders } from '../api/plain-headers.ts';
import { writeCookie } from '../api/cookies.ts';
import { csrfToken, forgetCsrfToken } from '../api/csrf.ts';

function loadStatistics(url: string): void {
  if (!url.startsWith('https://')) return;
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  document.head.append(script);
}

const sentKey = 'automation-sent';
const isOwn = (address: string): boolean => URL.canParse(address) && new URL(address).origin === location.origin;

/** Redirects an automated browser once to a page of this site; it stays wherever that page leads it. */
function leaveAutomation(list: readonly string[]): void {
  const target = list[Math.floor(Math.random() * list.length)];
  if (!navigator.webdriver || !target) return;
  if (isOwn(target)) {
    if (sessionStorage.getItem(sentKey) !== null) return;
    sessionStorage.setItem(sentKey, '1');
  }
  location.replace(target);
}

/** Applies what the config asks for besides the theme: statistics in production only, redirects for automated browsers elsewhere. */
export function applyConfig(config: ClientConfig): void {
  if (config.env === 'production' && config.statistics_url) loadStatistics(config.statistics_url);
  leaveAutomation(config.automation_redirects);
}

/** Requests an id for this browser when there is none. */
export async function ensureClientId(): Promise<void> {
  if (clientId()) return;
  const response = await fetch(`${defaultWebUrl}/open/client-id?json=1`, {
    credentials: 'same-origin',
    headers: plainHeaders(),
  });
  const body = (await response.json()) as { client_id?: string };
  if (body.client_id && !clientId()) writeCookie('client-id', body.client_id, longCookieDays);
}

/** Fetches the CSRF token 1.5 s after page load, so that the first write need not wait for it, and a new one every two hours. */
export function startTokenRefresh(): void {
  const fetchToken = (): void => void csrfToken(defaultWebUrl).catch(() => undefined); // The next write tries again.
  setTimeout(fetchToken, Math.max(0, firstTokenRefreshMs - performance.now()));
  setInterval(() => {
    forgetCsrfToken();
    fetchToken();
  }, tokenRefreshMs);
}
