import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  [
    'asks the clock of a new browser, which needs no formatter',
    { Now: { timeZoneId: () => 'Asia/Urumqi' } },
    'Asia/Urumqi',
    0,
  ],
  ['makes one formatter in an older browser', undefined, 'Asia/Shanghai', 1],
])('%s', async (_what, temporal, zone, formatters) => {
  const make = vi.fn<() => unknown>(() => ({ resolvedOptions: () => ({ timeZone: 'Asia/Shanghai' }) }));
  vi.stubGlobal('Temporal', temporal);
  vi.stubGlobal('Intl', { DateTimeFormat: make });
  const { deviceTimeZone } = await import('./device-time-zone.ts');
  expect([deviceTimeZone(), deviceTimeZone()]).toEqual([zone, zone]);
  expect(make).toHaveBeenCalledTimes(formatters);
});
