import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ClientConfig } from '@kaike/shared/contracts/start';
import { applyConfig, ensureClientId } from './start-behaviours.ts';

const replace = vi.fn<(address: string) => void>();
const arriveWith = (address: string): void =>
  applyConfig({ env: 'local', statistics_url: '', automation_redirects: [address] } as unknown as ClientConfig);

beforeEach(() => {
  vi.stubGlobal('navigator', { webdriver: true });
  vi.stubGlobal('location', { origin: 'https://kaike.example', pathname: '/open/login', replace });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  replace.mockClear();
});

it('sends an automated browser to a page of this site once, however often a page begins', () => {
  for (let begun = 0; begun < 3; begun += 1) arriveWith('https://kaike.example/open/agreement');
  expect(replace.mock.calls).toEqual([['https://kaike.example/open/agreement']]);
});

it('sends it elsewhere every time it comes', () => {
  for (let begun = 0; begun < 2; begun += 1) arriveWith('https://elsewhere.example/');
  expect(replace).toHaveBeenCalledTimes(2);
});

it('asks for the identity of a browser with what every request carries', async () => {
  vi.stubGlobal('location', {
    origin: 'https://kaike.example',
    pathname: '/open/login',
    search: '?back_url=%2Fhome',
    protocol: 'https:',
  });
  document.documentElement.lang = 'en';
  const asked: [string, Record<string, string>][] = [];
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push([url, headers]);
    return Response.json({});
  });
  await ensureClientId();
  expect(asked).toEqual([
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
