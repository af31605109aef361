import { afterEach, beforeEach, expect, test } from 'vitest';
import { putProfile } from '@kaike/shared/contracts/personage';
import { openAgency } from '@kaike/shared/contracts/agencies';
import { call, request } from './client.ts';
import { forgetCsrfToken } from './csrf.ts';
import { setResponseActions } from './response.ts';

const real = globalThis.fetch;
let told: string[] = [];

function answer(status: number, body: object): void {
  globalThis.fetch = () =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } }));
}

beforeEach(() => {
  told = [];
  setResponseActions({
    toast: ({ message }) => told.push(`toast ${message}`),
    forceLogout: (message) => told.push(`dialog ${message}`),
    navigate: (path) => told.push(`to ${path}`),
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
  'a page that tells of its errors itself leaves a session that is %s to everyone’s dialog',
  async (_name, body, expected) => {
    answer(401, body);
    await expect(request('GET', '/home/courses', { quiet: true })).rejects.toMatchObject({
      status: 401,
      handled: true,
    });
    expect(told).toEqual(expected);
  },
);

test('and tells of everything else itself', async () => {
  answer(404, { message: '没有找到', alert: { show: true, message: '没有找到' } });
  await expect(request('GET', '/home/courses/9', { quiet: true })).rejects.toMatchObject({ status: 404 });
  expect(told).toEqual([]);
});

test('sends of a form what the contract takes; a contract that lists nothing takes all', async () => {
  const sent: unknown[] = [];
  globalThis.fetch = (_url, init) => {
    if (typeof init?.body === 'string') sent.push(JSON.parse(init.body));
    return Promise.resolve(
      new Response(JSON.stringify({ _token: 'x' }), { status: 200, headers: { 'Content-Type': 'application/json' } }),
    );
  };
  const form = { name: '王小明', signature: '', id: 7, avatar: null, username: 'admin', version: 3 };
  await call(putProfile, { body: form });
  await call(openAgency, { body: form as never });
  expect(sent).toEqual([{ name: '王小明', signature: '', version: 3 }, form]);
});
