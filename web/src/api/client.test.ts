import { afterEach, beforeEach, expect, test } from 'vitest';
import * as personage from '@kaike/shared/contracts/auth/personage';
import * as agencies from '@kaike/shared/contracts/agencies/agencies';
import { call, request } from './client.ts';
import { forgetCsrfToken } from './csrf.ts';
import { setResponseActions } from './response.ts';

const real = globalThis.fetch;
let toasts: string[] = [];

function answer(status: number, body: object): void {
  globalThis.fetch = () =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } }));
}

beforeEach(() => {
  toasts = [];
  setResponseActions({
    toast: ({ message }) => toasts.push(`toast ${message}`),
    forceLogout: (message) => toasts.push(`dialog ${message}`),
    navigate: (path) => toasts.push(`to ${path}`),
    t: (key) => key,
  });
});
afterEach(() => {
  globalThis.fetch = real;
  forgetCsrfToken();
});

test.each([
  ['elsewhere', { message: '已在其他设备登录', force_logout: true }, ['dialog 已在其他设备登录']],
  ['over', { message: '请先登录', redirect: '/open/login' }, ['to /open/login']],
])(
  'a page that reports its errors itself leaves a session that is %s to the global handling',
  async (_name, body, expected) => {
    answer(401, body);
    await expect(request('GET', '/home/courses', { quiet: true })).rejects.toMatchObject({
      status: 401,
      handled: true,
    });
    expect(toasts).toEqual(expected);
  },
);

test('reports every other error itself', async () => {
  answer(404, { message: '没有找到', alert: { show: true, message: '没有找到' } });
  await expect(request('GET', '/home/courses/9', { quiet: true })).rejects.toMatchObject({ status: 404 });
  expect(toasts).toEqual([]);
});

test('sends the fields of a form that the contract lists; a contract without fields takes all', async () => {
  const requests: unknown[] = [];
  globalThis.fetch = (_url, init) => {
    if (typeof init?.body === 'string') requests.push(JSON.parse(init.body));
    return Promise.resolve(
      new Response(JSON.stringify({ _token: 'x' }), { status: 200, headers: { 'Content-Type': 'application/json' } }),
    );
  };
  const form = { name: '王小明', signature: '', id: 7, avatar: null, username: 'admin', version: 3 };
  await call(personage.updateProfile, { body: form });
  await call(agencies.openAgency, { body: form as never });
  expect(requests).toEqual([{ name: '王小明', signature: '', version: 3 }, form]);
});

test('carries the seconds after which a refused request may succeed', async () => {
  const headers = { 'Content-Type': 'application/json', 'Retry-After': '15' };
  globalThis.fetch = () =>
    Promise.resolve(new Response(JSON.stringify({ code: 'auth.code_too_soon' }), { status: 429, headers }));
  await expect(request('GET', '/home/courses', { quiet: true })).rejects.toMatchObject({ retry_after: 15 });
  answer(422, {});
  await expect(request('GET', '/home/courses', { quiet: true })).rejects.toMatchObject({ retry_after: null });
});
