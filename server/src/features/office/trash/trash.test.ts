import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { buildCourse } from '../../../../test/factories.ts';
import { purgeOldTrash } from './public.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

async function deleted(name: string, resource = 'teachers'): Promise<number> {
  const { body } = await app.http('POST', `/admin/${resource}`, { as: admin, body: { name } });
  await app.http('DELETE', `/admin/${resource}`, { as: admin, body: { ids: [body.id] } });
  return body.id;
}
const list = (query: string, as = admin) => app.http('GET', `/admin/trash?${query}`, { as });
const titles = (answer: { body: { data: { title: string }[] } }) => answer.body.data.map((row) => row.title);
const restore = (items: unknown, as = admin) => app.http('POST', '/admin/trash/restore', { as, body: { items } });
const exists = async (id: number): Promise<boolean> =>
  (await app.ctx.db.selectFrom('teachers').select('id').where('id', '=', id).execute()).length === 1;
const age = (id: number, days: number) =>
  sql`update teachers set deleted_at = ${new Date(app.ctx.clock().getTime() - days * 86_400_000)} where id = ${id}`.execute(
    app.ctx.db,
  );

describe('GET admin/trash', () => {
  it('lists deleted rows of all resources with who, when and the days left, by resource and keyword', async () => {
    await deleted('回收老师甲');
    await deleted('回收科目乙', 'subjects');
    const all = await list('');
    expect(titles(all).slice(0, 2)).toEqual(['回收科目乙', '回收老师甲']);
    expect(all.body.data[0]).toMatchObject({ resource: 'subjects', days_left: 30 });
    expect(all.body.data[0].deleted_by).not.toBe('');
    expect(titles(await list('resource=teachers'))).not.toContain('回收科目乙');
    expect(titles(await list(`keyword=${encodeURIComponent('老师甲')}`))).toEqual(['回收老师甲']);
  });

  it('shows a role only what it may delete', async () => {
    await deleted('看不见的老师');
    const role = await app.person.adminWith(['admin.subjects.list', 'admin.subjects.delete', 'admin.teachers.list']);
    const answer = await list('', role);
    expect(answer.body.resources).toEqual(['subjects']);
    expect(titles(answer)).not.toContain('看不见的老师');
    expect((await list('resource=teachers', role)).status).toBe(403);
    expect((await restore([{ resource: 'teachers', id: 1 }], role)).status).toBe(403);
  });
});

describe('restoring and deleting for good', () => {
  it('brings rows back, each failing alone with the reason', async () => {
    const id = await deleted('回来的老师');
    const { body } = await restore([
      { resource: 'teachers', id },
      { resource: 'teachers', id: 999_999 },
    ]);
    expect(body).toMatchObject({ done: 1, failed: [{ id: 999_999, code: 'trash.gone' }] });
    expect((await app.http('GET', `/admin/teachers/${id}`, { as: admin })).status).toBe(200);
  });

  it('explains a name that another row has taken since', async () => {
    await sql`create unique index if not exists teachers_name_for_test on teachers (name) where deleted_at is null`.execute(
      app.ctx.db,
    );
    const id = await deleted('同名老师');
    await app.http('POST', '/admin/teachers', { as: admin, body: { name: '同名老师' } });
    const { body } = await restore([{ resource: 'teachers', id }]);
    expect(body).toMatchObject({ done: 0, failed: [{ id, title: '同名老师', code: 'trash.clash' }] });
    await sql`drop index teachers_name_for_test`.execute(app.ctx.db);
  });

  it('deletes for good what is in the trash, never what is alive', async () => {
    const id = await deleted('彻底删除');
    const alive = (await app.http('POST', '/admin/teachers', { as: admin, body: { name: '还在用' } })).body.id;
    const answer = await app.http('POST', '/admin/trash/purge', {
      as: admin,
      body: {
        items: [
          { resource: 'teachers', id },
          { resource: 'teachers', id: alive },
        ],
      },
    });
    expect(answer.body).toMatchObject({ done: 1, failed: [{ id: alive, code: 'trash.gone' }] });
    expect([await exists(id), await exists(alive)]).toEqual([false, true]);
  });

  it.each([[{}], [[]], ['x'], [[{ resource: 'teachers' }]], [[{ resource: 'teachers', id: '1' }]]])(
    'refuses %j',
    async (items) => {
      expect((await restore(items)).status).toBe(422);
    },
  );
});

describe('restoring what has rules of its own', () => {
  const makeRole = async (body: object): Promise<number> =>
    (await app.http('POST', '/admin/roles', { as: admin, body: { description: '', data_scope: 'all', ...body } })).body
      .id;
  const heldBy = async (id: number): Promise<number[]> =>
    (
      await app.ctx.db.selectFrom('menu_role').select('menu_id').where('role_id', '=', id).orderBy('menu_id').execute()
    ).map((row) => row.menu_id);

  it('puts a role back into the tree with no more than its parent holds by now', async () => {
    const top = (
      await app.ctx.db.selectFrom('roles').select('id').where('code', '=', 'super_admin').executeTakeFirstOrThrow()
    ).id;
    const parent = await makeRole({ name: '恢复上级', parent_id: top });
    const child = await makeRole({ name: '恢复下级', parent_id: parent });
    const menus = (
      await app.ctx.db
        .selectFrom('menus')
        .select('id')
        .where('resource', '=', 'teachers')
        .where('action', 'in', ['list', 'update'])
        .orderBy('id')
        .execute()
    ).map((row) => row.id);
    await app.ctx.db
      .insertInto('menu_role')
      .values([parent, child].flatMap((role_id) => menus.map((menu_id) => ({ role_id, menu_id }))))
      .execute();
    await app.http('DELETE', '/admin/roles', { as: admin, body: { ids: [child] } });
    await app.ctx.db
      .deleteFrom('menu_role')
      .where('role_id', '=', parent)
      .where('menu_id', '=', menus[1] ?? 0)
      .execute();
    await app.ctx.db.updateTable('roles').set({ data_scope: 'own_agency' }).where('id', '=', parent).execute();
    expect((await restore([{ resource: 'roles', id: child }])).body).toMatchObject({ done: 1, failed: [] });
    expect(await heldBy(child)).toEqual(menus.slice(0, 1));
    const { rows } = await sql<{
      is_inside: boolean;
      data_scope: string;
    }>`select c.lft > p.lft and c.rgt < p.rgt as is_inside, c.data_scope from roles c join roles p on p.id = c.parent_id where c.id = ${child}`.execute(
      app.ctx.db,
    );
    expect(rows).toEqual([{ is_inside: true, data_scope: 'own_agency' }]);
    // The undo of a list goes the same way.
    await app.ctx.db
      .insertInto('menu_role')
      .values({ role_id: child, menu_id: menus[1] ?? 0 })
      .execute();
    await app.http('DELETE', '/admin/roles', { as: admin, body: { ids: [child] } });
    expect((await app.http('POST', '/admin/roles/restore', { as: admin, body: { ids: [child] } })).body.restored).toBe(
      1,
    );
    expect(await heldBy(child)).toEqual(menus.slice(0, 1));
  });

  it('brings no branch back without what it hangs on, but both together in any order', async () => {
    const trunk = (await app.http('POST', '/admin/subjects', { as: admin, body: { name: '树干' } })).body.id;
    const branch = (await app.http('POST', '/admin/subjects', { as: admin, body: { name: '树枝', parent_id: trunk } }))
      .body.id;
    await app.http('DELETE', '/admin/subjects', { as: admin, body: { ids: [branch] } });
    await app.http('DELETE', '/admin/subjects', { as: admin, body: { ids: [trunk] } });
    const alone = await restore([{ resource: 'subjects', id: branch }]);
    expect(alone.body).toMatchObject({ done: 0, failed: [{ id: branch, title: '树枝', code: 'trash.parent_gone' }] });
    expect(
      (await app.http('POST', '/admin/subjects/restore', { as: admin, body: { ids: [branch] } })).body.restored,
    ).toBe(0);
    expect(
      (
        await restore([
          { resource: 'subjects', id: branch },
          { resource: 'subjects', id: trunk },
        ])
      ).body,
    ).toMatchObject({ done: 2, failed: [] });
    const { rows } = await sql<{
      is_inside: boolean;
    }>`select c.lft > p.lft and c.rgt < p.rgt as is_inside from subjects c join subjects p on p.id = c.parent_id where c.id = ${branch}`.execute(
      app.ctx.db,
    );
    expect(rows).toEqual([{ is_inside: true }]);
  });
});

describe('the nightly purge', () => {
  it('reports by name what it could not delete, once in the log and from then on in the trash', async () => {
    const id = await deleted('有课的科目', 'subjects');
    const { course } = await buildCourse(app.ctx);
    await app.ctx.db.updateTable('courses').set({ subject_id: id }).where('id', '=', course.id).execute();
    await app.ctx.db
      .updateTable('subjects')
      .set({ deleted_at: new Date(app.ctx.clock().getTime() - 31 * 86_400_000) })
      .where('id', '=', id)
      .execute();
    const logged: object[] = [];
    const ctx = {
      ...app.ctx,
      log: Object.assign(Object.create(app.ctx.log) as typeof app.ctx.log, {
        error: (fields: object) => void logged.push(fields),
      }),
    };
    await purgeOldTrash(ctx);
    await purgeOldTrash(ctx);
    expect(logged).toMatchObject([{ resource: 'subjects', id, title: '有课的科目', reason: 'trash.in_use' }]);
    const failures = (await list('')).body.failures;
    expect(failures).toMatchObject([
      { resource: 'subjects', id, title: '有课的科目', message: expect.stringContaining('关联') },
    ]);
    expect(
      (await list('', await app.person.adminWith(['admin.teachers.list', 'admin.teachers.delete']))).body.failures,
    ).toEqual([]);
    await app.ctx.db.updateTable('courses').set({ subject_id: null }).where('id', '=', course.id).execute();
    await purgeOldTrash(ctx);
    const left = await app.ctx.db.selectFrom('subjects').select('id').where('id', '=', id).execute();
    expect([left, (await list('')).body.failures]).toEqual([[], []]);
  });

  it('deletes what has waited 30 days and keeps the rest', async () => {
    const [old, young] = [await deleted('三十一天'), await deleted('二十九天')];
    await age(old, 31);
    await age(young, 29);
    await purgeOldTrash(app.ctx);
    await purgeOldTrash(app.ctx);
    expect([await exists(old), await exists(young)]).toEqual([false, true]);
    expect((await list(`keyword=${encodeURIComponent('二十九天')}`)).body.data[0].days_left).toBe(1);
  });
});
