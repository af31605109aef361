import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

it('one of two super administrators who delete each other concurrently stays', async () => {
  const { id: top } = await app.ctx.db
    .selectFrom('roles')
    .select('id')
    .where('code', '=', 'super_admin')
    .executeTakeFirstOrThrow();
  const { id } = (
    await app.http('POST', '/admin/admins', {
      as: admin,
      body: { username: 'second_super', password: 'Kaike2026a', role_ids: [top] },
    })
  ).body;
  const { user_id } = await app.ctx.db
    .selectFrom('admins')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await app.ctx.db.updateTable('users').set({ must_change_password: false }).where('id', '=', user_id).execute();
  const second = await app.person.user(user_id);
  const both = [admin.admin_id, id];
  const answers = await app.whileLocked(
    (trx) => sql`select id from admins where id = any(${both}::bigint[]) for update`.execute(trx),
    2,
    () =>
      Promise.all([
        app.http('DELETE', '/admin/admins', { as: admin, body: { ids: [id] } }),
        app.http('DELETE', '/admin/admins', { as: second, body: { ids: [admin.admin_id] } }),
      ]),
  );
  expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([200, 'role.last_super']);
  expect(
    await app.ctx.db
      .selectFrom('admins')
      .select('id')
      .where('id', 'in', both)
      .where('deleted_at', 'is', null)
      .execute(),
  ).toHaveLength(1);
});
