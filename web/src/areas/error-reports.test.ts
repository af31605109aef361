import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Report = { kind: string; message: string; path: string; release: string };
let reports: Report[];
let listeners: [string, EventListenerOrEventListenerObject][];

beforeEach(() => {
  reports = [];
  listeners = [];
  vi.resetModules();
  const listen = window.addEventListener.bind(window);
  vi.stubGlobal('addEventListener', (name: string, listener: EventListener) => {
    listeners.push([name, listener]);
    listen(name, listener);
  });
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('/open/token')) return Response.json({ _token: 't' });
    reports.push(JSON.parse(String(init?.body)) as Report);
    return Response.json({});
  });
  vi.spyOn(document, 'querySelector').mockReturnValue({ src: 'http://school.example/assets/base-A1b2.js' } as never);
});
afterEach(() => {
  for (const [name, listener] of listeners) window.removeEventListener(name, listener);
  vi.restoreAllMocks();
  delete window.earlyErrors;
  vi.unstubAllGlobals();
});

/** A fresh module, as in a new visit. */
const visit = () => import('./error-reports.ts');
const refusal = async (): Promise<Error> => new (await import('../api/api-error.ts')).ApiError(403, {});
const failing = (error: unknown): ErrorEvent => new ErrorEvent('error', { error, message: 'failed' });
const sent = async (count: number): Promise<Report[]> => {
  await expect.poll(() => reports).toHaveLength(count);
  return reports;
};

it('reports what nothing handled, also from before it was loaded, each once, and what kind it is', async () => {
  window.earlyErrors = [failing(new TypeError('too early'))];
  const { watchErrors, reportError } = await visit();
  watchErrors();
  window.dispatchEvent(failing(new TypeError('x is undefined')));
  window.dispatchEvent(failing(new TypeError('x is undefined')));
  const rejection = Object.assign(new Event('unhandledrejection'), { reason: new RangeError('out') });
  window.dispatchEvent(rejection);
  reportError('page', new TypeError('Failed to fetch dynamically imported module: /assets/a.js'));
  expect(await sent(4)).toMatchObject([
    { kind: 'script', message: 'TypeError: too early', release: 'base-A1b2', path: location.pathname },
    { kind: 'script', message: 'TypeError: x is undefined' },
    { kind: 'promise', message: 'RangeError: out' },
    { kind: 'chunk' },
  ]);
});

it('reports no refusals, nothing of other sites and extensions, and ten errors at most', async () => {
  const { reportError } = await visit();
  reportError('promise', await refusal());
  reportError('script', 'Script error.');
  reportError('script', Object.assign(new Error('foreign'), { stack: 'at chrome-extension://abc/x.js:1:2' }));
  for (let count = 0; count < 12; count += 1) reportError('script', new Error(`fault ${count}`));
  expect((await sent(10)).map(({ message }) => message)).toEqual(
    Array.from({ length: 10 }, (_, count) => `Error: fault ${count}`),
  );
});
