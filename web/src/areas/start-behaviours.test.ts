import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { configOf } from '../../test/client-config.ts';
import { applyConfig, ensureClientId } from './start-behaviours.ts';

const replace = vi.fn<(address: string) => void>();
const arriveWith = (address: string): void => applyConfig(configOf({ automation_redirects: [address] }));

beforeEach(() => {
  vi.stubGlobal('navigator', { webdriver: true });
  vi.stubGlobal('location', { origin: 'https://kaike.example', pathname: '/open/login', replace });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  replace.mockClear();
});

it('sends an automated browser to a page of this site once, however often a page loads', () => {
  for (let visit = 0; visit < 3; visit += 1) arriveWith('https://kaike.example/open/agreement');
  expect(replace.mock.calls).toEqual([['https://kaike.example/open/agreement']]);
});

it('sends it to another site every time', () => {
  for (let visit = 0; visit < 2; visit += 1) arriveWith('https://elsewhere.example/');
  expect(replace).toHaveBeenCalledTimes(2);
});

it('requests a browser id with the headers of every request', async () => {
  vi.stubGlobal('location', {
    origin: 'https://kaike.example',
    pathname: '/open/login',
    search: '?back_url=%2Fhome',
    protocol: 'https:',
  });
  document.documentElement.lang = 'en';
  const requests: [string, Record<string, string>][] = [];
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    requests.push([url, headers]);
    return Response.json({});
  });
  await ensureClientId();
  expect(requests).toEqual([
    [
      '/web-api/open/client-id?json=1',
      {
        Accept: 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
        Language: 'en',
        RefererPage: '/open/login?back_url=%2Fhome',
        TimeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    ],
  ]);
});
