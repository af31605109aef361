import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it.each([
  ['/admin/courses/list', undefined, '/admin/index'],
  ['/admin/courses/list', '/admin/courses?page=2', '/admin/courses?page=2'],
  ['/home/personage', undefined, '/home/index'],
])('%s requested from %s redirects a stranger to the login and then to %s', async (path, page, back) => {
  const { status, body } = await app.http('GET', path, {
    base: '/api',
    ...(page ? { headers: { refererpage: page } } : {}),
  });
  expect([status, body.redirect]).toEqual([401, `/open/login?back_url=${encodeURIComponent(back)}`]);
});
