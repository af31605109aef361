import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../test/app.ts';
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
const exists = async (id: number): Promise<boolean> => (await app.ctx.db.selectFrom('teachers').select('id').where('id', '=', id).execute()).length === 1;
const age = (id: number, days: number) => sql`update teachers set deleted_at = ${new Date(app.ctx.clock().getTime() - days * 86_400_000)} where id = ${id}`.execute(app.ctx.db);

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
    const { body } = await restore([{ resource: 'teachers', id }, { resource: 'teachers', id: 999_999 }]);
    expect(body).toMatchObject({ done: 1, failed: [{ id: 999_999, code: 'trash.gone' }] });
    expect((await app.http('GET', `/admin/teachers/${id}`, { as: admin })).status).toBe(200);
  });

  it('explains a name that another row has taken since', async () => {
    await sql`create unique index if not exists teachers_name_for_test on teachers (name) where deleted_at is null`.execute(app.ctx.db);
    const id = await deleted('同名老师');
    await app.http('POST', '/admin/teachers', { as: admin, body: { name: '同名老师' } });
    const { body } = await restore([{ resource: 'teachers', id }]);
    expect(body).toMatchObject({ done: 0, failed: [{ id, title: '同名老师', code: 'trash.clash' }] });
    await sql`drop index teachers_name_for_test`.execute(app.ctx.db);
  });

  it('deletes for good what is in the trash, never what is alive', async () => {
    const id = await deleted('彻底删除');
    const alive = (await app.http('POST', '/admin/teachers', { as: admin, body: { name: '还在用' } })).body.id;
    const answer = await app.http('POST', '/admin/trash/purge', { as: admin, body: { items: [{ resource: 'teachers', id }, { resource: 'teachers', id: alive }] } });
    expect(answer.body).toMatchObject({ done: 1, failed: [{ id: alive, code: 'trash.gone' }] });
    expect([await exists(id), await exists(alive)]).toEqual([false, true]);
  });

  it.each([[{}], [[]], ['x'], [[{ resource: 'teachers' }]], [[{ resource: 'teachers', id: '1' }]]])('refuses %j', async (items) => {
    expect((await restore(items)).status).toBe(422);
  });
});

describe('the nightly purge', () => {
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
