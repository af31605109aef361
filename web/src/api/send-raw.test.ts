import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetCsrfToken } from './csrf.ts';
import { sendRaw } from './send-raw.ts';

let requests: string[] = [];
/** The only token the server accepts; the next one it issues. */
let good = 't1';

beforeEach(() => {
  [requests, good] = [[], 't1'];
  forgetCsrfToken();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.includes('/open/token')) return Response.json({ _token: good });
    const token = new Headers(init.headers).get('x-csrf-token');
    requests.push(`${token} ${String(init.body)}`);
    return token === good
      ? new Response('picture')
      : Response.json({ code: 'csrf.token', message: 'token' }, { status: 419 });
  });
});
afterEach(() => vi.unstubAllGlobals());

it('retries a file download with a new token, when a login in another tab invalidated the old one', async () => {
  await sendRaw('POST', '/admin/cards/7/picture', { body: { side: 'front' } });
  good = 't2';
  const answer = await sendRaw('POST', '/admin/cards/7/picture', { body: { side: 'back' } });
  expect([answer.status, await answer.text()]).toEqual([200, 'picture']);
  expect(requests).toEqual(['t1 {"side":"front"}', 't1 {"side":"back"}', 't2 {"side":"back"}']);
});

it('reports a second refusal', async () => {
  await sendRaw('POST', '/admin/cards/7/picture', { body: {} });
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/open/token')
      ? Response.json({ _token: 'x' })
      : Response.json({ code: 'csrf.token' }, { status: 419 }),
  );
  expect((await sendRaw('POST', '/admin/cards/7/picture', { body: {} })).status).toBe(419);
});
