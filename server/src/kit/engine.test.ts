import { readXlsx } from 'hucre';
import { sql } from 'kysely';
import { courseStatus, switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCourse, buildTeacher } from '../../test/factories.ts';
import { startTestApp, type Person, type TestApp } from '../../test/app.ts';

// The engine on real resources: what every list, form, import and export of the back office relies on.

let app: TestApp;
let admin: Person;
let top: number;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  top = (await app.ctx.db.selectFrom('roles').select('id').where('code', '=', 'super_admin').executeTakeFirstOrThrow())
    .id;
});
afterAll(async () => app.close());

const makeRole = async (name: string, more: Record<string, unknown> = {}): Promise<number> => {
  const answer = await app.http('POST', '/admin/roles', { as: admin, body: { name, parent_id: top, ...more } });
  expect(answer.status).toBe(201);
  return answer.body.id;
};
const lastLog = async (resource: string) =>
  (
    await sql<{
      action: string;
      before: unknown;
      after: unknown;
      operator: string;
      record_id: string;
    }>`select * from logs where resource = ${resource} order by id desc limit 1`.execute(app.ctx.db)
  ).rows[0];

describe('POST, PUT and DELETE of a resource', () => {
  it('creates with defaults, shows, and logs what was written', async () => {
    const id = await makeRole('教务主管');
    const { row } = (await app.http('GET', `/admin/roles/${id}`, { as: admin })).body;
    expect(row).toMatchObject({
      name: '教务主管',
      data_scope: 'all',
      is_template: false,
      version: 1,
      labels: { parent_id: '超级管理员' },
    });
    expect(await lastLog('roles')).toMatchObject({
      action: 'create',
      record_id: String(id),
      after: { name: '教务主管' },
    });
  });

  it('refuses a number that is sent empty, instead of writing its initial value', async () => {
    const body = { question: '怎么退款', answer: '在订单里申请', sort: 7 };
    const { id } = (await app.http('POST', '/admin/faqs', { as: admin, body })).body;
    for (const sort of [null, '']) {
      const refused = await app.http('PUT', `/admin/faqs/${id}`, { as: admin, body: { sort, version: 1 } });
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['sort']]);
    }
    expect((await app.http('GET', `/admin/faqs/${id}`, { as: admin })).body.row).toMatchObject({ sort: 7, version: 1 });
  });

  it('a create retried with the same key creates one row and returns the same answer', async () => {
    const send = () =>
      app.http('POST', '/admin/roles', {
        as: admin,
        body: { name: '重试', parent_id: top },
        headers: { 'x-idempotency-key': 'retry-key-0001' },
      });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const rows = await app.ctx.db.selectFrom('roles').select('id').where('name', '=', '重试').execute();
    expect(rows).toHaveLength(1);
  });

  it('a key belongs to one input: another body with it is refused', async () => {
    const send = (name: string) =>
      app.http('POST', '/admin/roles', {
        as: admin,
        body: { name, parent_id: top },
        headers: { 'x-idempotency-key': 'one-input-0001' },
      });
    expect((await send('第一次')).status).toBe(201);
    const other = await send('第二次');
    expect([other.status, other.body.code]).toEqual([422, 'request.key_reused']);
    expect((await send('第一次')).status).toBe(201);
    expect(
      await app.ctx.db.selectFrom('roles').select('name').where('name', 'in', ['第一次', '第二次']).execute(),
    ).toEqual([{ name: '第一次' }]);
  });

  it('does not store the answer of an action that changed nothing', async () => {
    const { course, lessons } = await buildCourse(app.ctx, { status: courseStatus.draft });
    const send = () =>
      app.http('PUT', '/admin/courses/change-status', {
        as: admin,
        body: { ids: [course.id], status: courseStatus.published },
        headers: { 'x-idempotency-key': 'refused-key-01' },
      });
    const hide = (status: number) =>
      app.ctx.db
        .updateTable('lessons')
        .set({ status })
        .where(
          'id',
          'in',
          lessons.map(({ id }) => id),
        )
        .execute();
    await hide(switchStatus.off);
    expect((await send()).body.code).toBe('course.empty');
    await hide(switchStatus.on);
    expect((await send()).body).toMatchObject({ changed: 1, failed: [] });
    expect((await send()).body).toMatchObject({ changed: 1, failed: [] });
  });

  it('changes only what was sent, logs the difference, and refuses a stale version with the current row', async () => {
    const id = await makeRole('班主任', { description: '一' });
    const first = await app.http('PUT', `/admin/roles/${id}`, { as: admin, body: { description: '二', version: 1 } });
    expect(first.body.row).toMatchObject({ description: '二', version: 2, name: '班主任' });
    expect(await lastLog('roles')).toMatchObject({
      action: 'update',
      before: { description: '一' },
      after: { description: '二' },
    });
    const stale = await app.http('PUT', `/admin/roles/${id}`, { as: admin, body: { description: '三', version: 1 } });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({ code: 'record.stale', current: { description: '二', version: 2 } });
  });

  it('two writers with one version: exactly one wins', async () => {
    const id = await makeRole('并发');
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((text) =>
        app.http('PUT', `/admin/roles/${id}`, { as: admin, body: { description: text, version: 1 } }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('reports every wrong field at once, in the language of the reader', async () => {
    const answer = await app.http('POST', '/admin/roles', {
      as: admin,
      body: { name: '', data_scope: 'everything' },
      headers: { language: 'en' },
    });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors).sort()).toEqual(['data_scope', 'name', 'parent_id']);
    expect(answer.body.errors.name[0]).toBe('Role is required');
  });

  it('soft-deletes and restores; a row that must stay is returned with the reason', async () => {
    const id = await makeRole('临时');
    const answer = await app.http('DELETE', '/admin/roles', { as: admin, body: { ids: [id, top] } });
    expect(answer.body).toMatchObject({ deleted: 1, failed: [{ id: top, code: 'role.protected' }] });
    expect((await app.http('GET', `/admin/roles/${id}`, { as: admin })).status).toBe(404);
    expect((await app.http('POST', '/admin/roles/restore', { as: admin, body: { ids: [id] } })).body.restored).toBe(1);
    expect((await app.http('GET', `/admin/roles/${id}`, { as: admin })).status).toBe(200);
  });

  it.each(["'; drop table users; --", '<script>alert(1)</script>', '\\', '%_%', '𝒰🙂', '{{constructor}}'])(
    'keeps %s as text',
    async (text) => {
      const id = await makeRole(`文 ${text}`.slice(0, 50), { description: text });
      expect((await app.http('GET', `/admin/roles/${id}`, { as: admin })).body.row.description).toBe(text);
      const response = await app.http('GET', `/admin/roles/list?where[_keyword]=${encodeURIComponent(text)}`, {
        as: admin,
      });
      expect(response.body.data.map((row: { id: number }) => row.id)).toContain(id);
    },
  );
});

describe('roles and permissions', () => {
  it('a child never has more than its parent, and revoking from the parent revokes from the child', async () => {
    const parent = await makeRole('上级');
    const child = (await app.http('POST', '/admin/roles', { as: admin, body: { name: '下级', parent_id: parent } }))
      .body.id;
    const tree = (await app.http('GET', `/admin/roles/${parent}/permissions`, { as: admin })).body.tree;
    const list = tree.find((node: { key: string }) => node.key === 'teachers.list').id;
    const create = tree.find((node: { key: string }) => node.key === 'teachers.create').id;
    const put = (id: number, ids: number[]) =>
      app.http('PUT', `/admin/roles/${id}/permissions`, { as: admin, body: { permission_ids: ids } });
    expect((await put(child, [list])).body.code).toBe('role.exceeds_parent');
    expect((await put(parent, [list, create])).body).toMatchObject({ granted: 2 });
    expect((await put(child, [list, create])).status).toBe(200);
    expect((await put(parent, [list])).body).toMatchObject({ taken: 1, affected_roles: 1 });
    const held = await app.ctx.db.selectFrom('menu_role').select('menu_id').where('role_id', '=', child).execute();
    expect(held).toEqual([{ menu_id: list }]);
  });

  it('the super administrator cannot be changed', async () => {
    expect((await app.http('PUT', `/admin/roles/${top}`, { as: admin, body: { name: '别的' } })).body.code).toBe(
      'role.protected',
    );
    expect(
      (await app.http('PUT', `/admin/roles/${top}/permissions`, { as: admin, body: { permission_ids: [] } })).body.code,
    ).toBe('role.protected');
  });

  it('revoking a permission takes effect at once, without a new login', async () => {
    const person = await app.person.adminWith(['admin.teachers.list']);
    expect((await app.http('GET', '/admin/teachers/list', { as: person })).status).toBe(200);
    await sql`delete from menu_role where role_id in (select role_id from admin_role ar join admins a on a.id = ar.admin_id where a.user_id = ${person.user_id})`.execute(
      app.ctx.db,
    );
    await app.ctx.bus.publish(app.ctx.db, 'roles:*');
    await app.messagesHandled();
    expect((await app.http('GET', '/admin/teachers/list', { as: person })).status).toBe(403);
  });
});

describe('import and export', () => {
  it('an exported sheet can be imported again: a bad row is reported, the others are saved; a retry changes nothing', async () => {
    await app.http('POST', '/admin/teachers', { as: admin, body: { name: '进出一', title: '主讲' } });
    const page = (await app.http('GET', '/admin/teachers/export', { as: admin })).body;
    const [keys, , ...rows] = page.data as (string | number | null)[][];
    const importable = (await app.http('GET', '/admin/teachers', { as: admin })).body.excel.importFields;
    const objects = rows.map((row) =>
      Object.fromEntries(
        (keys ?? []).map((key, index) => [String(key), row[index]]).filter(([key]) => String(key) in importable),
      ),
    );
    const datas = [...objects, { ...objects[0], name: '进出二' }, { ...objects[0], name: '' }];
    const send = () =>
      app.http('POST', '/admin/teachers/import', {
        as: admin,
        body: { datas },
        headers: { 'x-idempotency-key': 'import-chunk-0001' },
      });
    const answer = await send();
    expect(answer.body).toMatchObject({ success: datas.length - 1, created: 1 });
    expect(answer.body.errors).toHaveLength(1);
    expect(answer.body.errors[0].error).toContain('填写');
    const count = async () =>
      (await app.ctx.db.selectFrom('teachers').select('id').where('name', 'like', '进出%').execute()).length;
    expect(await count()).toBe(2);
    expect((await send()).body).toEqual(answer.body);
    expect(await count()).toBe(2);
  });

  it('keeps fields of an existing row that the sheet leaves out', async () => {
    const { id } = (
      await app.http('POST', '/admin/teachers', {
        as: admin,
        body: { name: '部分列', title: '旧', intro: '保留', sort: 7 },
      })
    ).body;
    const answer = await app.http('POST', '/admin/teachers/import', {
      as: admin,
      body: { datas: [{ name: '部分列', title: '新' }] },
    });
    expect(answer.body).toMatchObject({ updated: 1, created: 0 });
    expect((await app.http('GET', `/admin/teachers/${id}`, { as: admin })).body.row).toMatchObject({
      title: '新',
      intro: '保留',
      sort: 7,
    });
  });

  it('streams an xlsx file that other readers can open, with its sheet named and every row', async () => {
    for (let index = 0; index < 30; index += 1) await buildTeacher(app.ctx, { name: `导出 <${index}> & "引号"` });
    const answer = await app.http('GET', '/admin/teachers/export?format=xlsx', { as: admin });
    expect(answer.status).toBe(200);
    const book = await readXlsx(new Uint8Array(answer.raw));
    const total = (await app.http('GET', '/admin/teachers/list', { as: admin })).body.total;
    expect(book.sheets[0]?.name).toBe('老师');
    expect(book.sheets[0]?.rows).toHaveLength(total + 1);
    expect(JSON.stringify(book.sheets[0]?.rows)).toContain('导出 <3> & \\"引号\\"');
    const log = await app.ctx.db.selectFrom('down_logs').selectAll().where('resource', '=', 'teachers').execute();
    expect(log.length).toBeGreaterThan(0);
  });

  it('pages by key: pages neither overlap nor have gaps', async () => {
    const seen: unknown[] = [];
    for (let [page, id] = [1, 0]; ; page += 1) {
      const { data, max_id, current_page, last_page } = (
        await app.http('GET', `/admin/teachers/export?page=${page}&id=${id}`, { as: admin })
      ).body;
      seen.push(...(page === 1 ? data.slice(2) : data));
      id = max_id;
      if (current_page >= last_page) break;
    }
    const { total } = (await app.http('GET', '/admin/teachers/list', { as: admin })).body;
    expect(seen).toHaveLength(total);
  });
});

describe('the operation log', () => {
  it('is append-only for everyone and chained without gaps', async () => {
    await makeRole('留痕');
    await expect(sql`update logs set operator = 'x'`.execute(app.ctx.db)).rejects.toThrow('append-only');
    await expect(sql`delete from logs`.execute(app.ctx.db)).rejects.toThrow('append-only');
    await expect(sql`truncate logs`.execute(app.ctx.db)).rejects.toThrow('append-only');
    const { rows } = await sql<{ broken: number }>`select count(*)::int as broken from (
      select l.hash, sha256(l.prev_hash || log_content(l)) as wanted, l.prev_hash, lag(l.hash) over (order by l.id) as before from logs l) x
      where hash <> wanted or prev_hash <> coalesce(before, sha256('kaike'::bytea))`.execute(app.ctx.db);
    expect(rows[0]?.broken).toBe(0);
  });

  it('stays in order under many writers at once', async () => {
    await Promise.all(Array.from({ length: 12 }, (_one, index) => makeRole(`并发 ${index}`)));
    const { rows } = await sql<{
      forks: number;
    }>`select count(*)::int as forks from (select prev_hash from logs group by prev_hash having count(*) > 1) x`.execute(
      app.ctx.db,
    );
    expect(rows[0]?.forks).toBe(0);
  });
});

describe('masked fields', () => {
  it('are shown in full only to people who may reveal them', async () => {
    const member = await app.person.member({ activated: true });
    const reader = await app.person.adminWith(['admin.members.list', 'admin.members.show']);
    const revealer = await app.person.adminWith(['admin.members.list', 'admin.members.reveal']);
    const mobileOf = async (as: Person): Promise<string> => {
      const { data } = (await app.http('GET', '/admin/members/list?per_page=200', { as })).body;
      return data.find((row: { user_id?: number; mobile_phone: string }) => row.mobile_phone)?.mobile_phone ?? '';
    };
    await app.ctx.db
      .updateTable('users')
      .set({ mobile_phone: '13812345678' })
      .where('id', '=', member.user_id)
      .execute();
    expect(await mobileOf(reader)).toBe('138****5678');
    expect(await mobileOf(revealer)).toBe('138****5678');
    const path = `/admin/members/${member.member_id}/reveal`;
    const reveal = (as: Person, body: object = { reason: '学员来电核对' }) => app.http('POST', path, { as, body });
    expect((await reveal(reader)).status).toBe(403);
    expect((await reveal(revealer, {})).body.errors).toHaveProperty('reason');
    expect((await reveal(revealer)).body).toEqual({
      values: { mobile_phone: '13812345678', email: null, id_card: null },
    });
    const logs = await app.ctx.db
      .selectFrom('logs')
      .selectAll()
      .where('resource', '=', 'members')
      .where('action', '=', 'reveal')
      .execute();
    expect(logs).toMatchObject([
      {
        user_id: revealer.user_id,
        record_id: String(member.member_id),
        reason: '学员来电核对',
        after: { fields: ['mobile_phone', 'email', 'id_card'] },
      },
    ]);
    expect(JSON.stringify(logs)).not.toContain('13812345678');
    expect(
      (await app.http('POST', '/admin/members/999999999/reveal', { as: revealer, body: { reason: 'x' } })).status,
    ).toBe(404);
  });
});
