import { afterEach, expect, it } from 'vitest';
import { consumeEarlyResponse } from './early-answers.ts';

const url = '/web-api/open/user?json=1';
afterEach(() => {
  delete window.early;
});

it('returns a response once', async () => {
  window.early = { [url]: Promise.resolve(new Response('{}')) };
  expect(await (await consumeEarlyResponse('GET', url))?.text()).toBe('{}');
  expect(consumeEarlyResponse('GET', url)).toBeUndefined();
});

it('returns a refusal, too: the server may report only once why a session ended', async () => {
  window.early = { [url]: Promise.resolve(new Response('{}', { status: 401 })) };
  expect((await consumeEarlyResponse('GET', url))?.status).toBe(401);
});

it('returns nothing after a lost connection', async () => {
  window.early = { [url]: Promise.reject(new Error('offline')) };
  expect(await consumeEarlyResponse('GET', url)).toBeUndefined();
});

it('discards earlier responses on a write', () => {
  window.early = { [url]: Promise.resolve(new Response('{}')) };
  expect(consumeEarlyResponse('POST', '/web-api/open/login?json=1')).toBeUndefined();
  expect(consumeEarlyResponse('GET', url)).toBeUndefined();
});
