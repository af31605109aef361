import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { buildAgency } from '../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

const create = (body: Record<string, unknown>, as = admin) => app.http('POST', '/admin/admins', { as, body });
const roleId = async (code: string): Promise<number> =>
  (await app.ctx.db.selectFrom('roles').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
const rolesOf = async (adminId: number): Promise<number[]> =>
  (
    await app.ctx.db
      .selectFrom('admin_role')
      .select('role_id')
      .where('admin_id', '=', adminId)
      .orderBy('role_id')
      .execute()
  ).map((row) => row.role_id);

async function makeRole(parent: number, name: string): Promise<number> {
  return (await app.http('POST', '/admin/roles', { as: admin, body: { name, parent_id: parent, data_scope: 'all' } }))
    .body.id;
}

describe('admin/admins', () => {
  it('creates a login with roles, whose first password must be changed', async () => {
    const role = await makeRole(await roleId('super_admin'), '教务');
    const created = await create({
      username: 'teacher_wang',
      name: '王老师',
      password: 'Kaike2026a',
      role_ids: [role],
    });
    expect(created.status).toBe(201);
    expect(await rolesOf(created.body.id)).toEqual([role]);
    const reply = await app.http('GET', `/admin/admins/${created.body.id}`, { as: admin });
    expect(reply.body.row).toMatchObject({
      username: 'teacher_wang',
      name: '王老师',
      role_ids: [role],
      labels: { role_ids: ['教务'] },
      status: 1,
    });
    expect(reply.text).not.toContain('password');
    const user = await app.ctx.db
      .selectFrom('users')
      .selectAll()
      .where('username', '=', 'teacher_wang')
      .executeTakeFirstOrThrow();
    expect(user.must_change_password).toBe(true);
    const login = await app.http('POST', '/open/login', { body: { username: 'teacher_wang', password: 'Kaike2026a' } });
    expect([login.status, login.body.user.must_change_password]).toEqual([200, true]);
    const log = await app.ctx.db
      .selectFrom('logs')
      .select('after')
      .where('resource', '=', 'admins')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(log.after)).not.toContain('Kaike2026a');
    expect((await create({ username: 'Teacher_Wang', password: 'Kaike2026a', role_ids: [role] })).body.code).toBe(
      'auth.name_taken',
    );
    expect((await create({ username: 'x', role_ids: [] })).body.errors).toMatchObject({
      username: expect.anything(),
      role_ids: expect.anything(),
    });
    expect((await create({ username: 'no_password', role_ids: [role] })).body.errors).toHaveProperty('password');
  });

  it('adds roles to an existing account, once', async () => {
    const role = await makeRole(await roleId('super_admin'), '助教');
    const member = await app.person.member();
    const { username } = await app.ctx.db
      .selectFrom('users')
      .select('username')
      .where('id', '=', member.user_id)
      .executeTakeFirstOrThrow();
    const bound = await create({ username, bind_existing: true, role_ids: [role] });
    expect(bound.status).toBe(201);
    expect((await create({ username, bind_existing: true, role_ids: [role] })).body.code).toBe('record.duplicate');
    expect(
      (await create({ username: 'nobody_here', bind_existing: true, role_ids: [role] })).body.errors,
    ).toHaveProperty('username');
  });

  it('reports a deleted one when it is created again, and can be restored', async () => {
    const role = await makeRole(await roleId('super_admin'), '教研');
    const {
      body: { id },
    } = await create({ username: 'came_back', password: 'Kaike2026a', role_ids: [role] });
    await app.http('DELETE', '/admin/admins', { as: admin, body: { ids: [id] } });
    for (const way of [{ bind_existing: true }, { password: 'Kaike2026a' }]) {
      const refused = await app.http('POST', '/admin/admins', {
        as: admin,
        body: { username: 'Came_Back', role_ids: [role], ...way },
        headers: { language: 'zh-CN' },
      });
      expect([refused.status, refused.body.code, refused.body.errors.username]).toEqual([
        409,
        'admin.in_trash',
        ['该账号的管理员已删除，可在回收站中恢复，恢复后再调整角色。'],
      ]);
    }
    expect((await app.http('POST', '/admin/admins/restore', { as: admin, body: { ids: [id] } })).status).toBe(200);
    expect((await create({ username: 'came_back', bind_existing: true, role_ids: [role] })).body.code).toBe(
      'record.duplicate',
    );
  });

  it('changes roles with immediate effect', async () => {
    const [one, two] = [
      await makeRole(await roleId('super_admin'), '客服'),
      await makeRole(await roleId('super_admin'), '运营'),
    ];
    const created = await create({ username: 'service', password: 'Kaike2026a', role_ids: [one] });
    expect(
      (
        await app.http('PUT', `/admin/admins/${created.body.id}`, {
          as: admin,
          body: { role_ids: [two], name: '小赵' },
        })
      ).status,
    ).toBe(200);
    expect(await rolesOf(created.body.id)).toEqual([two]);
    const log = await app.ctx.db
      .selectFrom('logs')
      .select(['before', 'after'])
      .where('resource', '=', 'admins')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(log).toEqual({ before: { name: 'service', role_ids: [one] }, after: { name: '小赵', role_ids: [two] } });
    const colleague = await app.person.adminWith(['admin.members.list']);
    expect((await app.http('GET', '/admin/members/list', { as: colleague })).status).toBe(200);
    await app.http('PUT', `/admin/admins/${colleague.admin_id}`, { as: admin, body: { role_ids: [one] } });
    expect((await app.http('GET', '/admin/members/list', { as: colleague })).status).toBe(403);
  });

  it('lets nobody assign or remove a role above or beside their own', async () => {
    const top = await roleId('super_admin');
    const clerk = await app.person.adminWith([
      'admin.admins.create',
      'admin.admins.update',
      'admin.admins.update-status',
      'admin.admins.list',
    ]);
    const [own] = await rolesOf(clerk.admin_id);
    const below = await makeRole(own ?? 0, '下级');
    const beside = await makeRole(top, '同级');
    expect((await create({ username: 'a_below', password: 'Kaike2026a', role_ids: [below] }, clerk)).status).toBe(201);
    for (const role of [top, beside]) {
      const refused = await create(
        { username: `a_role${role}`, password: 'Kaike2026a', role_ids: [below, role] },
        clerk,
      );
      expect([refused.status, refused.body.code]).toEqual([422, 'role.exceeds_own']);
    }
    const change = await app.http('PUT', `/admin/admins/${admin.admin_id}`, { as: clerk, body: { role_ids: [below] } });
    expect(change.body.code).toBe('role.exceeds_own');
    const stop = await app.http('PUT', '/admin/admins/update-status', {
      as: clerk,
      body: { ids: [admin.admin_id], status: 2, reason: 'x' },
    });
    expect(stop.body.code).toBe('role.exceeds_own');
    expect(await rolesOf(admin.admin_id)).toEqual([top]);
  });

  it('keeps the last super administrator', async () => {
    const top = await roleId('super_admin');
    const other = await makeRole(top, '其他');
    const change = () => app.http('PUT', `/admin/admins/${admin.admin_id}`, { as: admin, body: { role_ids: [other] } });
    const stop = (id: number) =>
      app.http('PUT', '/admin/admins/update-status', { as: admin, body: { ids: [id], status: 2, reason: '离职' } });
    expect((await change()).body.code).toBe('role.last_super');
    expect((await stop(admin.admin_id)).body.code).toBe('role.last_super');
    expect(await rolesOf(admin.admin_id)).toEqual([top]);
    const second = await create({ username: 'second_super', password: 'Kaike2026a', role_ids: [top] });
    const colleague = await app.person.user(
      (
        await app.ctx.db
          .selectFrom('admins')
          .select('user_id')
          .where('id', '=', second.body.id)
          .executeTakeFirstOrThrow()
      ).user_id,
    );
    await sql`update users set must_change_password = false where username = 'second_super'`.execute(app.ctx.db);
    expect((await app.http('GET', '/admin/index', { as: colleague })).status).toBe(200);
    expect((await stop(second.body.id)).body.changed).toBe(1);
    expect((await app.http('GET', '/admin/index', { as: colleague })).status).toBe(401);
    expect((await change()).body.code).toBe('role.last_super');
  });

  it('are deleted with their rights only, and restored; never oneself, an agency or anyone above', async () => {
    const remove = async (ids: number[], as = admin) =>
      (await app.http('DELETE', '/admin/admins', { as, body: { ids } })).body;
    const restore = async (ids: number[], as = admin) =>
      app.http('POST', '/admin/admins/restore', { as, body: { ids } });
    expect((await remove([admin.admin_id])).code).toBe('access.denied');
    const [agent, leaver] = [
      await app.person.adminWith(['admin.members.list']),
      await app.person.adminWith(['admin.members.list']),
    ];
    await buildAgency(app.ctx, { user_id: agent.user_id });
    expect(await remove([agent.admin_id, leaver.admin_id])).toMatchObject({
      deleted: 1,
      failed: [{ id: agent.admin_id, code: 'record.in_use' }],
    });
    expect((await app.http('GET', '/admin/members/list', { as: leaver })).status).toBe(401);
    // The account stays, without rights.
    const again = await app.person.user(leaver.user_id);
    expect((await app.http('GET', '/admin/members/list', { as: again })).status).toBe(403);
    const clerk = await app.person.adminWith(['admin.admins.delete', 'admin.admins.list']);
    expect((await remove([admin.admin_id], clerk)).code).toBe('role.exceeds_own');
    expect((await restore([leaver.admin_id], clerk)).body.code).toBe('role.exceeds_own');
    expect((await restore([leaver.admin_id])).status).toBe(200);
    expect((await app.http('GET', '/admin/members/list', { as: again })).status).toBe(200);
  });

  it('are found by state, role, name and last login, and exported masked', async () => {
    const [role, other] = [
      await makeRole(await roleId('super_admin'), '排课'),
      await makeRole(await roleId('super_admin'), '财务'),
    ];
    const both = (
      await create({
        username: 'planner_one',
        name: '排课甲',
        mobile_phone: '13655556666',
        password: 'Kaike2026a',
        role_ids: [role, other],
      })
    ).body.id;
    const one = (await create({ username: 'planner_two', name: '排课乙', password: 'Kaike2026a', role_ids: [role] }))
      .body.id;
    await app.http('PUT', '/admin/admins/update-status', {
      as: admin,
      body: { ids: [one], status: 2, reason: '离职' },
    });
    const ids = async (query: string): Promise<number[]> =>
      (await app.http('GET', `/admin/admins/list?${query}`, { as: admin })).body.data.map(
        (row: { id: number }) => row.id,
      );
    expect(await ids(`where[role_ids]=${role}`)).toEqual([both, one]);
    expect(await ids(`where[role_ids][]=${other}&where[role_ids][]=999999`)).toEqual([both]);
    expect(await ids(`where[role_ids]=${role}&where[status]=2`)).toEqual([one]);
    // An empty value is not masked.
    expect((await app.http('GET', `/admin/admins/${one}`, { as: admin })).body.row.mobile_phone).toBeNull();
    expect(await ids('where[_keyword]=planner_t')).toEqual([one]);
    expect(await ids(`where[role_ids]=${role}&where[last_login_at][0]=2020-01-01`)).toEqual([]);
    const exporter = await app.person.adminWith(['admin.admins.list', 'admin.admins.export']);
    const { body } = await app.http('GET', `/admin/admins/export?where[role_ids]=${other}`, { as: exporter });
    expect(body.data.slice(2)).toEqual([expect.arrayContaining(['planner_one', '排课甲', '136****6666'])]);
  });

  it('is closed to agencies', async () => {
    const agency = await buildAgency(app.ctx);
    const agent = await app.person.adminWith(['admin.admins.list', 'admin.admins.create'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    expect((await app.http('GET', '/admin/admins/list', { as: agent })).body.data).toEqual([]);
    const [own] = await rolesOf(agent.admin_id);
    expect((await create({ username: 'agent_two', password: 'Kaike2026a', role_ids: [own] }, agent)).status).toBe(403);
  });
});
