import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type MemberPerson, type TestApp } from '../../../test/app.ts';

let app: TestApp;
let admin: AdminPerson;
let member: MemberPerson;

beforeAll(async () => {
  app = await startTestApp();
  [admin, member] = [await app.person.admin(), await app.person.member()];
});
afterAll(() => app.close());

it.each(['/web-api', '/api'] as const)(
  'private answers under %s are kept by no cache, refusals included',
  async (base) => {
    const requests = [
      ['/open/user', member],
      ['/home/personage', member],
      ['/home/index', member],
      ['/admin/members/list', admin],
      ['/admin/configs', admin],
      ['/admin/members/export', admin],
      ['/open/menu', member],
      ['/admin/members/list', member],
      ['/open/nowhere', member],
    ] as const;
    const answers = await Promise.all(
      requests.map(async ([path, as]) => [path, (await app.http('GET', path, { base, as })).headers['cache-control']]),
    );
    expect(answers).toEqual(requests.map(([path]) => [path, 'no-store']));
    const write = await app.http('PUT', '/home/personage', { base, as: member, body: {} });
    expect(write.headers['cache-control']).toBe('no-store');
  },
);

it('public answers are cached as long as they declare', async () => {
  expect((await app.http('GET', '/open/config')).headers['cache-control']).toBe('private, no-cache');
  expect((await app.http('GET', '/open/subjects')).headers['cache-control']).toBe('public, max-age=60');
  expect((await app.http('GET', '/open/subjects', { as: member })).headers['cache-control']).toBe('private, no-cache');
});
