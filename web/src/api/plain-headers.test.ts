import { afterEach, expect, it, vi } from 'vitest';
import { clearCookie, writeCookie } from './cookies.ts';
import { csrfToken, forgetCsrfToken } from './csrf.ts';

const names = ['Authorization', 'Open-Id', 'client-id'];

afterEach(() => {
  vi.unstubAllGlobals();
  forgetCsrfToken();
  names.forEach(clearCookie);
  window.history.replaceState({}, '', '/');
});

const always = {
  Accept: 'application/json',
  'X-Requested-With': 'XMLHttpRequest',
  Language: 'zh-TW',
  RefererPage: '/home/cards?page=2',
  TimeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
};

it.each([
  [
    'a returning browser',
    names,
    { Authorization: 'my Authorization', 'Open-Id': 'my Open-Id', 'client-id': 'my client-id' },
  ],
  ['a new browser, without empty headers', [], {}],
])('requests the CSRF token with the headers of every request, for %s', async (_who, cookies, own) => {
  window.history.replaceState({}, '', '/home/cards?page=2');
  document.documentElement.lang = 'zh-TW';
  cookies.forEach((name) => writeCookie(name, `my ${name}`, 1));
  const requests: [string, Record<string, string>][] = [];
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    requests.push([url, headers]);
    return Response.json({ _token: 't' });
  });
  expect(await csrfToken('/web-api')).toBe('t');
  expect(requests).toEqual([['/web-api/open/token?json=1', { ...always, ...own }]]);
});
