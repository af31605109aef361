import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CaptchaDialog } from './captcha-dialog.tsx';
import { isVendorAway } from './vendor-captcha.ts';

const requests: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  requests.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    const type = new URL(url, 'http://school.example').searchParams.get('type') ?? 'vendor';
    requests.push(type);
    if (type === 'local') return new Promise(() => undefined);
    return Response.json({ type: 'geetest4', challenge: 'c', captcha_id: 'id', expires_in: 300 });
  });
  // The script is requested and never comes.
  vi.spyOn(document.head, 'append').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

it('a script of the vendor that does not come within eight seconds gives way to the own slider, for a minute', async () => {
  const dialog = <CaptchaDialog open isLogin onClose={() => undefined} onSolved={() => undefined} />;
  const { unmount } = render(dialog);
  // The challenge arrives, then the script is requested.
  await pass(0);
  await pass(0);
  await pass(7900);
  expect([requests, isVendorAway()]).toEqual([['vendor'], false]);
  await pass(200);
  expect([requests, isVendorAway()]).toEqual([['vendor', 'local'], true]);
  unmount();
  render(dialog);
  await pass(0);
  expect(requests).toEqual(['vendor', 'local', 'local']);
  await pass(60_000);
  expect(isVendorAway()).toBe(false);
});
