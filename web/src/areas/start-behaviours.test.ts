import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ClientConfig } from '@kaike/shared/contracts/start';
import { applyConfig } from './start-behaviours.ts';

const replace = vi.fn<(address: string) => void>();
const arriveWith = (address: string): void => applyConfig({ env: 'local', statistics_url: '', automation_redirects: [address] } as unknown as ClientConfig);

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
