import { plainHeaders } from './plain-headers.ts';

let token: Promise<string> | null = null;

async function fetchToken(base: string): Promise<string> {
  const response = await fetch(`${base}/open/token?json=1`, { credentials: 'same-origin', headers: plainHeaders() });
  const body = response.ok ? ((await response.json()) as { _token?: string }) : {};
  // An empty token would be cached for two hours, and every write would be refused.
  if (!body._token) throw new Error(`no token (${response.status})`);
  return body._token;
}

/** The CSRF token of every write; fetched when first needed. */
export function csrfToken(base: string): Promise<string> {
  token ??= fetchToken(base).catch((error: unknown) => {
    token = null;
    throw error;
  });
  return token;
}

/** The next write fetches a new one. */
export function forgetCsrfToken(): void {
  token = null;
}
