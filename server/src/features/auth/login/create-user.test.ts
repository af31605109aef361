import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { createUser } from './public.ts';

const password = 'a-good-password-1';
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('creates a super administrator, who can log in and do everything', async () => {
  const { id } = await createUser(app.ctx, { username: 'second_admin', password, role: 'super_admin' });
  const visitor = await app.person.visitor();
  const { body } = await app.http('POST', '/open/login', { as: visitor, body: { username: 'second_admin', password } });
  expect(body).toMatchObject({ redirect: '/admin/index', user: { id, must_change_password: false, member: null } });
  expect((await app.http('GET', '/admin/roles', { as: visitor })).status).toBe(200);
});

it('creates a user without a role', async () => {
  await createUser(app.ctx, { username: 'just_somebody', password, role: null });
  const { body } = await app.http('POST', '/open/login', { body: { username: 'just_somebody', password } });
  expect(body.user.admin).toBeNull();
});

it('refuses a taken or bad name, a weak password and an unknown role, and leaves nothing behind', async () => {
  const make = (values: Partial<Parameters<typeof createUser>[1]>) =>
    createUser(app.ctx, { username: 'third_admin', password, role: 'super_admin', ...values });
  await expect(make({ username: 'ADMIN' })).rejects.toMatchObject({ constraint: 'users_username_key' });
  await expect(make({ username: '张三' })).rejects.toMatchObject({ code: 'request.invalid' });
  await expect(make({ password: 'short' })).rejects.toMatchObject({ code: 'request.invalid' });
  await expect(make({ role: 'no_such_role' })).rejects.toMatchObject({ code: 'record.not_found' });
  expect(await app.ctx.db.selectFrom('users').select('id').where('username', '=', 'third_admin').execute()).toEqual([]);
});
