import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { lockRoles } from './role.store.ts';

let app: TestApp;
let admin: AdminPerson;
let topId: number;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  topId = (
    await app.ctx.db.selectFrom('roles').select('id').where('code', '=', 'super_admin').executeTakeFirstOrThrow()
  ).id;
});
afterAll(() => app.close());

const idsOf = async (...keys: string[]): Promise<number[]> =>
  (await app.ctx.db.selectFrom('menus').select('id').where('key', 'in', keys).orderBy('id').execute()).map(
    (row) => row.id,
  );
const heldBy = async (id: number): Promise<string[]> =>
  (
    await sql<{
      key: string;
    }>`select m.key from menu_role mr join menus m on m.id = mr.menu_id where mr.role_id = ${id} order by 1`.execute(
      app.ctx.db,
    )
  ).rows.map(({ key }) => key);
let count = 0;
async function makeRole(values: Record<string, unknown> = {}, keys: string[] = []): Promise<number> {
  count += 1;
  const { body } = await app.http('POST', '/admin/roles', {
    as: admin,
    body: { name: `角色 ${count}`, parent_id: topId, data_scope: 'all', ...values },
  });
  if (keys.length > 0) expect((await grant(body.id, keys)).status).toBe(200);
  return body.id;
}
const grant = async (id: number, keys: string[], more: Record<string, unknown> = {}, as: AdminPerson = admin) =>
  app.http('PUT', `/admin/roles/${id}/permissions`, {
    as,
    body: { permission_ids: keys.length > 0 ? await idsOf(...keys) : [], ...more },
  });

const [list, create, exporting] = ['admin.courses.list', 'admin.courses.create', 'admin.members.export'] as const;

describe('what a role holds', () => {
  it('never exceeds its parent', async () => {
    const parent = await makeRole({}, [list]);
    const child = await makeRole({ parent_id: parent });
    expect((await grant(child, [list, create])).body.code).toBe('role.exceeds_parent');
    expect((await grant(child, [list])).status).toBe(200);
    expect(await heldBy(child)).toEqual([list]);
  });

  it('is removed from all below with cascade, and refused without', async () => {
    const parent = await makeRole({}, [list, create]);
    const child = await makeRole({ parent_id: parent }, [list, create]);
    const grandchild = await makeRole({ parent_id: child }, [create]);
    expect((await grant(parent, [list], { cascade_cancel: false })).body.code).toBe('role.exceeds_parent');
    expect(await heldBy(parent)).toEqual([create, list]);
    expect((await grant(parent, [list])).body).toMatchObject({ granted: 0, taken: 1, affected_roles: 2 });
    expect([await heldBy(parent), await heldBy(child), await heldBy(grandchild)]).toEqual([[list], [list], []]);
  });

  it('stays within the parent when a deleted role is restored', async () => {
    const parent = await makeRole({}, [list, create]);
    const child = await makeRole({ parent_id: parent }, [list, create]);
    await app.http('DELETE', '/admin/roles', { as: admin, body: { ids: [child] } });
    await grant(parent, [list]);
    expect((await app.http('POST', '/admin/roles/restore', { as: admin, body: { ids: [child] } })).status).toBe(200);
    expect(await heldBy(child)).toEqual([list]);
  });

  it('stays within the parent when parent and child are changed at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const parent = await makeRole({}, [list, create]);
      const child = await makeRole({ parent_id: parent });
      await Promise.all([grant(parent, [list]), grant(child, [list, create])]);
      expect(await heldBy(child)).not.toContain(create);
    }
  });

  it('waits for a concurrent change of the parent before checking a child', async () => {
    const parent = await makeRole({}, [list, create]);
    const child = await makeRole({ parent_id: parent });
    const answer = await app.whileLocked(
      async (trx) => {
        await lockRoles(trx);
        await sql`delete from menu_role where role_id = ${parent} and menu_id = any(${await idsOf(create)}::bigint[])`.execute(
          trx,
        );
      },
      1,
      () => grant(child, [list, create]),
    );
    expect(answer.body.code).toBe('role.exceeds_parent');
  });

  it('begins with a template’s permissions, as far as the parent holds them', async () => {
    const template = await makeRole({ is_template: true }, [list, create, exporting]);
    const parent = await makeRole({}, [list, create]);
    expect(await heldBy(await makeRole({ parent_id: parent, template_id: template }))).toEqual([create, list]);
    expect(await heldBy(await makeRole({ template_id: template }))).toEqual([create, list, exporting]);
    const noTemplate = await app.http('POST', '/admin/roles', {
      as: admin,
      body: { name: '错误模板', parent_id: topId, data_scope: 'all', template_id: parent },
    });
    expect(noTemplate.body.errors).toHaveProperty('template_id');
  });

  it('shows rows to a child only as far as its parent sees them', async () => {
    const parent = await makeRole({ data_scope: 'own_agency' });
    const child = await makeRole({ parent_id: parent, data_scope: 'own_agency' });
    const widen = await app.http('PUT', `/admin/roles/${child}`, { as: admin, body: { data_scope: 'all' } });
    expect(widen.body.code).toBe('role.exceeds_parent');
    const wide = await makeRole({}, [list]);
    await makeRole({ parent_id: wide });
    expect(
      (await app.http('PUT', `/admin/roles/${wide}`, { as: admin, body: { data_scope: 'own_agency' } })).body.code,
    ).toBe('role.exceeds_parent');
  });
});

describe('who may change roles', () => {
  it('leaves the super administrator alone', async () => {
    expect((await grant(topId, [list])).body.code).toBe('role.protected');
    expect((await app.http('PUT', `/admin/roles/${topId}`, { as: admin, body: { name: '改名' } })).body.code).toBe(
      'role.protected',
    );
    expect((await app.http('DELETE', '/admin/roles', { as: admin, body: { ids: [topId] } })).body.code).toBe(
      'role.protected',
    );
  });

  it('keeps an administrator from extending their own role', async () => {
    const person = await app.person.adminWith(['admin.roles.update', 'admin.roles.show', list]);
    const { role_id: own } = await app.ctx.db
      .selectFrom('admin_role')
      .select('role_id')
      .where('admin_id', '=', person.admin_id)
      .executeTakeFirstOrThrow();
    expect((await grant(own, [list, create], {}, person)).body.code).toBe('role.exceeds_own');
    const below = await makeRole({ parent_id: own });
    expect((await grant(below, [list], {}, person)).status).toBe(200);
    const isEditable = async (id: number): Promise<boolean> =>
      (await app.http('GET', `/admin/roles/${id}/permissions`, { as: person })).body.is_editable;
    expect([await isEditable(own), await isEditable(below)]).toEqual([false, true]);
  });
});

describe('who may change roles outside their own branch', () => {
  const rights = ['list', 'show', 'create', 'update', 'delete'].map((action) => `admin.roles.${action}`);
  const ownOf = async (person: AdminPerson): Promise<number> =>
    (
      await app.ctx.db
        .selectFrom('admin_role')
        .select('role_id')
        .where('admin_id', '=', person.admin_id)
        .executeTakeFirstOrThrow()
    ).role_id;
  const scopeOf = async (id: number) =>
    await app.ctx.db
      .selectFrom('roles')
      .select(['data_scope', 'name', 'is_template', 'deleted_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  it('lets nobody change anything of their own role or one beside it', async () => {
    const person = await app.person.adminWith(rights);
    const beside = await makeRole({ data_scope: 'own_agency' });
    for (const [id, body] of [
      [beside, { data_scope: 'all' }],
      [await ownOf(person), { is_template: true }],
      [beside, { description: '改了' }],
    ] as const) {
      expect((await app.http('PUT', `/admin/roles/${id}`, { as: person, body })).body.code).toBe('role.exceeds_own');
    }
    expect((await app.http('PUT', `/admin/roles/${topId}`, { as: person, body: { name: '改名' } })).status).not.toBe(
      200,
    );
    expect(await scopeOf(beside)).toMatchObject({ data_scope: 'own_agency' });
  });

  it('lets them create roles below their own only, from templates of their own branch', async () => {
    const person = await app.person.adminWith(rights);
    const own = await ownOf(person);
    const template = await makeRole({ is_template: true }, [list]);
    let counter = 0;
    const create = (body: Record<string, unknown>) =>
      app.http('POST', '/admin/roles', {
        as: person,
        body: { name: `下级 ${(counter += 1)}`, data_scope: 'all', ...body },
      });
    expect((await create({ parent_id: topId })).body).toMatchObject({
      code: 'role.exceeds_own',
      errors: { parent_id: [expect.any(String)] },
    });
    expect((await create({ parent_id: await makeRole() })).body.code).toBe('role.exceeds_own');
    expect((await create({ parent_id: own, template_id: template })).body).toMatchObject({
      code: 'role.exceeds_own',
      errors: { template_id: [expect.any(String)] },
    });
    const child = await create({ parent_id: own, is_template: true });
    expect(child.status).toBe(201);
    const grandchild = await create({ parent_id: child.body.id, template_id: child.body.id });
    expect(grandchild.status).toBe(201);
    expect(
      (await app.http('PUT', `/admin/roles/${grandchild.body.id}`, { as: person, body: { data_scope: 'own_agency' } }))
        .status,
    ).toBe(200);
  });

  it('lets them delete, restore and purge only roles below them', async () => {
    const person = await app.person.adminWith(rights);
    const [own, beside] = [await ownOf(person), await makeRole()];
    const child = await makeRole({ parent_id: own });
    expect((await app.http('DELETE', '/admin/roles', { as: person, body: { ids: [beside] } })).body.code).toBe(
      'role.exceeds_own',
    );
    const both = await app.http('DELETE', '/admin/roles', { as: person, body: { ids: [beside, child] } });
    expect(both.body).toMatchObject({ deleted: 1, failed: [{ id: beside, code: 'role.exceeds_own' }] });
    await app.http('DELETE', '/admin/roles', { as: admin, body: { ids: [beside] } });
    expect((await app.http('POST', '/admin/roles/restore', { as: person, body: { ids: [beside] } })).body.code).toBe(
      'role.exceeds_own',
    );
    for (const what of ['restore', 'purge']) {
      const { body } = await app.http('POST', `/admin/trash/${what}`, {
        as: person,
        body: { items: [{ resource: 'roles', id: beside }] },
      });
      expect(body).toMatchObject({ done: 0, failed: [{ id: beside, code: 'role.exceeds_own' }] });
    }
    expect((await scopeOf(beside)).deleted_at).not.toBeNull();
    expect((await app.http('POST', '/admin/roles/restore', { as: person, body: { ids: [child] } })).body.restored).toBe(
      1,
    );
  });

  it('reports which roles a bulk action left alone', async () => {
    const person = await app.person.adminWith(rights);
    const beside = await makeRole();
    const child = await makeRole({ parent_id: await ownOf(person) });
    const { body } = await app.http('POST', '/admin/bulk-runs', {
      as: person,
      body: { resource: 'roles', action: 'delete', ids: [beside, child] },
    });
    await app.runJobs();
    const run = await app.http('GET', `/admin/bulk-runs/${body.run.id}`, { as: person });
    expect(run.body.run).toMatchObject({ done: 1, failed_count: 1 });
    expect((await scopeOf(beside)).deleted_at).toBeNull();
  });
});

describe('a dry run', () => {
  it('returns who gains and loses what and the resulting sidebar, and changes nothing', async () => {
    const parent = await makeRole({}, [list, create]);
    const child = await makeRole({ parent_id: parent }, [create]);
    const { body } = await app.http('POST', `/admin/roles/${parent}/rehearse`, {
      as: admin,
      body: { permission_ids: await idsOf(list, exporting) },
    });
    expect(body.gained.map(({ title }: { title: string }) => title)).toEqual(['学员 · 导出']);
    expect(body.lost.map(({ title }: { title: string }) => title)).toEqual(['课程 · 新建']);
    expect(body.below).toMatchObject([{ id: child, admins: 0, lost: ['课程 · 新建'] }]);
    const pages = body.sidebar.flatMap((root: { pages: { url: string }[] }) => root.pages.map(({ url }) => url));
    expect(pages).toContain('/admin/courses');
    expect(pages).not.toContain('/admin/members');
    expect(await heldBy(parent)).toEqual([create, list]);
  });

  it('shows the pages of the menu that such an administrator really has', async () => {
    const keys = [list, 'admin.subjects.list'];
    const role = await makeRole({}, []);
    const { body } = await app.http('POST', `/admin/roles/${role}/rehearse`, {
      as: admin,
      body: { permission_ids: await idsOf(...keys) },
    });
    type Entry = { url: string; level: number; group: string; is_page: number; in_menu: boolean };
    const { menus } = (await app.http('GET', '/open/menu', { as: await app.person.adminWith(keys) })).body;
    const real = (menus as Entry[])
      .filter((menu) => menu.group === 'admin' && menu.level === 4 && menu.is_page === 1 && menu.in_menu)
      .map(({ url }) => url);
    const shown: string[] = body.sidebar.flatMap((root: { pages: { url: string }[] }) =>
      root.pages.map(({ url }) => url),
    );
    expect(shown.toSorted()).toEqual(real.toSorted());
    expect(shown).not.toContain('/admin/trash');
  });

  it('is worded in the log', async () => {
    const role = await makeRole({}, [list]);
    await grant(role, [exporting]);
    const { id } = await app.ctx.db
      .selectFrom('logs')
      .select('id')
      .where('resource', '=', 'roles')
      .where('record_id', '=', String(role))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const { body } = await app.http('GET', `/admin/logs/${id}`, { as: admin });
    expect(body.row.changes).toMatchObject([
      { label: '取消权限', before: '课程' },
      { label: '新增权限', after: '学员 · 导出' },
    ]);
  });
});

it('names built-in roles in the reader’s language, in lists, trees, choices and labels, and others as they are', async () => {
  const boss = await app.person.admin();
  const get = async (path: string, language: string) =>
    (await app.http('GET', path, { as: boss, headers: { language } })).body;
  const namesIn = ({ data }: { data: { name?: string; label?: string }[] }) =>
    data.map(({ name, label }) => name ?? label);
  for (const path of [
    `/admin/roles/list?where[id]=${topId}`,
    '/admin/roles/tree',
    `/admin/roles/options?ids=${topId}`,
  ]) {
    expect(namesIn(await get(path, 'en')), path).toContain('Super administrator');
    expect(namesIn(await get(path, 'zh-TW')), path).toContain('超級管理員');
    expect(namesIn(await get(path, 'zh-CN')), path).toContain('超级管理员');
  }
  expect((await get('/open/user', 'en')).user.admin.roles).toEqual([{ id: topId, name: 'Super administrator' }]);
  const { data } = await get('/admin/admins/list', 'en');
  expect(data.flatMap(({ labels }: { labels: { role_ids: string[] } }) => labels.role_ids)).toContain(
    'Super administrator',
  );
  const { id } = await app.ctx.db
    .selectFrom('roles')
    .select('id')
    .where('code', '=', 'agency')
    .executeTakeFirstOrThrow();
  expect((await get(`/admin/roles/${id}`, 'en')).row).toMatchObject({
    name: 'Agency',
    description: 'Sees only the data of its own agency and those below it',
    labels: { parent_id: 'Super administrator' },
  });
  await app.ctx.db.updateTable('roles').set({ name: '加盟商' }).where('id', '=', id).execute();
  expect((await get(`/admin/roles/${id}`, 'en')).row.name).toBe('加盟商');
  await app.ctx.db.updateTable('roles').set({ name: '代理商' }).where('id', '=', id).execute();
});
