import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loggedResources } from '@kaike/shared/resources/office/logs';
import { resources } from '@kaike/shared/resources/index';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { sealChain } from './seal-chain.ts';
import { verifyChain } from './public.ts';
import { buildAgency, buildCourse, buildSubject } from '../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

async function detailOf(resource: string, recordId: number, language = 'zh-CN') {
  const { id } = await app.ctx.db
    .selectFrom('logs')
    .select('id')
    .where('resource', '=', resource)
    .where('record_id', '=', String(recordId))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return (await app.http('GET', `/admin/logs/${id}`, { as: admin, headers: { language } })).body.row;
}

describe('admin/logs', () => {
  it('offers every resource that can be changed in the filter', () => {
    const changed = resources.filter(
      ({ only, actions }) =>
        only.some((operation) => ['create', 'update', 'delete', 'import'].includes(operation)) || actions,
    );
    for (const { name } of changed) expect(loggedResources, name).toContain(name);
  });

  it('offers each logged action once, by name', async () => {
    await buildCourse(app.ctx);
    const subject = await buildSubject(app.ctx);
    for (const name of ['算术', '几何'])
      await app.http('PUT', `/admin/subjects/${subject.id}`, { as: admin, body: { name } });
    const { body } = await app.http('GET', '/admin/logs/actions', { as: admin, headers: { language: 'zh-CN' } });
    expect(body.data.filter(({ value }: { value: string }) => value === 'update')).toEqual([
      { value: 'update', label: '编辑' },
    ]);
    expect((await app.http('GET', '/admin/logs/actions', { as: await app.person.adminWith([]) })).status).toBe(403);
  });

  it('shows who changed what, with labels instead of ids and words instead of numbers', async () => {
    const subject = await buildSubject(app.ctx);
    const { course } = await buildCourse(app.ctx, { status: 0, is_free: true });
    await app.http('PUT', `/admin/courses/${course.id}`, {
      as: admin,
      body: { subject_id: subject.id, sale_price: 9900, is_free: false, title: '<b>新课</b>' },
    });
    const row = await detailOf('courses', course.id);
    expect(row).toMatchObject({
      operator: '超级管理员',
      resource: 'courses',
      action: 'update',
      record_title: '<b>新课</b>',
      is_intact: true,
    });
    const changes = Object.fromEntries(
      row.changes.map((change: { key: string; label: string; before: string; after: string }) => [
        change.key,
        [change.label, change.before, change.after],
      ]),
    );
    expect(changes).toEqual({
      subject_id: ['科目', null, subject.name],
      sale_price: ['售价', '0', '99'],
      is_free: ['免费课程', '是', '否'],
      title: ['课程名称', course.title, '<b>新课</b>'],
    });
  });

  it('titles groups of settings and entries of the menu in the reader’s language, whoever saved them', async () => {
    await app.http('PUT', '/admin/configs', {
      as: admin,
      body: { values: { page_gray: 1 } },
      headers: { language: 'en' },
    });
    const faqs = await app.ctx.db
      .selectFrom('menus')
      .select('id')
      .where('key', '=', 'admin.faqs.list')
      .executeTakeFirstOrThrow();
    await app.http('PUT', '/admin/menus/status', { as: admin, body: { ids: [faqs.id], status: 2 } });
    const titles = async (language: string) =>
      (await app.http('GET', '/admin/logs/list?per_page=2', { as: admin, headers: { language } })).body.data.map(
        ({ record_title: title, action }: { record_title: string; action: string }) => `${action} ${title}`,
      );
    expect(await titles('zh-CN')).toEqual(['hide 常见问题', expect.stringMatching(/^update [^a-z]+$/)]);
    expect(await titles('en')).toEqual(['hide Common questions', expect.stringMatching(/^update [A-Z]/)]);
    const exported = await app.http('GET', '/admin/logs/export?fields[]=record_title', {
      as: admin,
      headers: { language: 'zh-CN' },
    });
    expect(exported.body.data.flat()).toContain('常见问题');
    const recent = await app.http('GET', '/admin/index', { as: admin, headers: { language: 'zh-CN' } });
    expect(recent.body.recent[0]).toMatchObject({ action: 'hide', record_title: '常见问题' });
  });

  it('shows the parameters of an action, in the reader’s language', async () => {
    const { course } = await buildCourse(app.ctx);
    const member = await app.person.member();
    await app.http('POST', '/admin/members/grant', {
      as: admin,
      body: { ids: [member.member_id], course_ids: [course.id], end_on: '2030-01-01', reason: '补发' },
    });
    const row = await detailOf('members', member.member_id, 'en');
    expect(row.reason).toBe('补发');
    expect(row.changes).toMatchObject([
      { key: 'course_ids', label: 'Courses', before: null, after: course.title },
      { key: 'end_on', label: 'Until', before: null, after: '2030-01-01' },
    ]);
    await app.http('PUT', '/admin/members/update-status', {
      as: admin,
      body: { ids: [member.member_id], status: 2, reason: '测试' },
    });
    expect((await detailOf('members', member.member_id)).changes).toMatchObject([
      { key: 'status', label: '状态', before: '正常', after: '已停用' },
    ]);
  });

  it('stores the request parameters with personal values masked, and the response status', async () => {
    const member = await app.person.member();
    await app.http('PUT', `/admin/members/${member.member_id}`, {
      as: admin,
      body: { school: '育才中学', gender: 2, remark: '13800001111', birthday: '2012-05-06' },
    });
    const entry = await app.ctx.db
      .selectFrom('logs')
      .select(['request', 'status_code'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      status_code: 200,
      request: {
        method: 'PUT',
        path: '/admin/members/:id',
        parameters: { school: '******', gender: 2, remark: '******', birthday: '******', id: member.member_id },
      },
    });
    expect((await detailOf('members', member.member_id)).request).toMatchObject({
      method: 'PUT',
      path: '/admin/members/:id',
      parameters: expect.arrayContaining([
        { key: 'gender', label: '性别', value: '女' },
        { key: 'remark', label: '备注', value: '******' },
      ]),
    });
    const role = await app.ctx.db
      .selectFrom('roles')
      .select('id')
      .where('code', '=', 'super_admin')
      .executeTakeFirstOrThrow();
    const response = await app.http('POST', '/admin/admins', {
      as: admin,
      body: { username: 'logged_one', name: '王小二', password: 'Kaike2026a', role_ids: [role.id] },
    });
    const created = await app.ctx.db
      .selectFrom('logs')
      .select(['request', 'status_code'])
      .where('resource', '=', 'admins')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect([response.status, created.status_code]).toEqual([201, 201]);
    expect(created.request).toMatchObject({
      method: 'POST',
      path: '/admin/admins',
      parameters: { password: '******', name: '******', role_ids: [role.id] },
    });
    await app.http('PUT', '/admin/members/update-status', {
      as: admin,
      body: { ids: [member.member_id], status: 2, reason: '家长李四来电' },
    });
    const acted = await app.ctx.db
      .selectFrom('logs')
      .select('request')
      .where('action', '=', 'update-status')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(acted.request).toEqual({
      method: 'PUT',
      path: '/admin/members/update-status',
      parameters: { ids: [member.member_id], status: 2 },
    });
    expect(await verifyChain(app.ctx.db)).toMatchObject({ is_intact: true });
  });

  it('is exported with the permission, and recorded in the download log', async () => {
    const reader = await app.person.adminWith(['admin.logs.list']);
    expect((await app.http('GET', '/admin/logs/export', { as: reader })).status).toBe(403);
    const exporter = await app.person.adminWith(['admin.logs.list', 'admin.logs.export']);
    const { body } = await app.http('GET', '/admin/logs/export?where[resource]=members', { as: exporter });
    expect(body.data[1]).toEqual(expect.arrayContaining(['操作人', '对象', '状态码', '请求编号']));
    const taken = await app.ctx.db
      .selectFrom('down_logs')
      .select(['resource', 'row_count'])
      .where('user_id', '=', exporter.user_id)
      .executeTakeFirstOrThrow();
    expect(taken).toEqual({ resource: 'logs', row_count: body.data.length - 2 });
  });

  it('shows the place of an address, in words where possible, and older entries stay valid', async () => {
    const subject = await buildSubject(app.ctx);
    const addresses = [
      '127.0.0.1',
      '::1',
      '10.1.2.3',
      '192.168.1.9',
      '172.16.0.1',
      '172.32.0.1',
      '100.64.0.1',
      '::ffff:10.0.0.1',
      'fd00::1',
      '2001:db8::1',
      '113.65.20.7',
    ];
    for (const [index, ip] of addresses.entries())
      await app.http('PUT', `/admin/subjects/${subject.id}`, { as: { ...admin, ip }, body: { name: `科目 ${index}` } });
    const query = `where[resource]=subjects&where[record_id]=${subject.id}`;
    const { data } = (await app.http('GET', `/admin/logs/list?${query}`, { as: admin })).body;
    const [here, near] = ['this_machine', 'local_network'];
    expect(data.map((row: { address: string }) => row.address).toReversed()).toEqual([
      here,
      here,
      near,
      near,
      near,
      '172.32.0.1',
      '100.64.0.1',
      near,
      near,
      '2001:db8::1',
      '113.65.20.7',
    ]);
    expect((await app.http('GET', `/admin/logs/${data.at(-1).id}`, { as: admin })).body.row).toMatchObject({
      ip: '127.0.0.1',
      address: here,
      is_intact: true,
    });
    const [keys, labels, ...rows] = (
      await app.http('GET', `/admin/logs/export?${query}`, { as: admin, headers: { language: 'zh-CN' } })
    ).body.data as string[][];
    const column = keys?.indexOf('address') ?? -1;
    expect([
      labels?.[column],
      rows
        .map((row) => row[column])
        .toSorted()
        .filter((text) => !/\d/.test(String(text))),
    ]).toEqual(['地址', ['局域网', '局域网', '局域网', '局域网', '局域网', '本机', '本机']]);
    expect(await verifyChain(app.ctx.db)).toMatchObject({ is_intact: true });
  });

  it('stores the result: the created record and its values, and one entry per changed row of a bulk action', async () => {
    const created = await app.http('POST', '/admin/subjects', { as: admin, body: { name: '物理', sort: 7 } });
    const last = () =>
      app.ctx.db
        .selectFrom('logs')
        .selectAll()
        .where('resource', '=', 'subjects')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
    expect(await last()).toMatchObject({
      record_id: String(created.body.id),
      status_code: 201,
      after: { name: '物理', sort: 7 },
    });
    const changed = (await app.http('PUT', `/admin/subjects/${created.body.id}`, { as: admin, body: { name: '化学' } }))
      .body.row;
    expect((await last()).after).toEqual({ name: changed.name });
    const member = await app.person.member();
    const { body, headers } = await app.http('PUT', '/admin/members/update-status', {
      as: admin,
      body: { ids: [member.member_id, 999_999], status: 2, reason: '测试' },
    });
    const entry = await app.ctx.db
      .selectFrom('logs')
      .select(['record_id', 'request_id'])
      .where('action', '=', 'update-status')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const entries = (await app.http('GET', `/admin/logs/list?where[request_id]=${entry.request_id}`, { as: admin }))
      .body.data;
    expect([headers['x-request-id'], entries.length, entries[0].record_id]).toEqual([
      entry.request_id,
      body.changed,
      String(member.member_id),
    ]);
  });

  it('is append-only, and a tampered entry is reported', async () => {
    const { id } = await app.ctx.db.selectFrom('logs').select('id').orderBy('id').executeTakeFirstOrThrow();
    for (const [method, path] of [
      ['PUT', `/${id}`],
      ['DELETE', ''],
    ] as const)
      expect((await app.http(method, `/admin/logs${path}`, { as: admin, body: { ids: [id] } })).status).toBe(404);
    await expect(sql`update logs set operator = 'x' where id = ${id}`.execute(app.ctx.db)).rejects.toThrow(
      'append-only',
    );
    await sql`alter table logs disable trigger logs_append_only`.execute(app.ctx.db);
    await sql`update logs set reason = 'x' where id = ${id}`.execute(app.ctx.db);
    await sql`alter table logs enable trigger logs_append_only`.execute(app.ctx.db);
    expect((await app.http('GET', `/admin/logs/${id}`, { as: admin })).body.row.is_intact).toBe(false);
  });

  it('shows an agency only what was done by itself and below', async () => {
    const agency = await buildAgency(app.ctx);
    const agent = await app.person.adminWith(['admin.logs.list', 'admin.logs.show', 'admin.members.update'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    const member = await app.person.member({ agency_id: agency.id });
    await app.http('PUT', `/admin/members/${member.member_id}`, { as: agent, body: { remark: '跟进' } });
    const { body } = await app.http('GET', '/admin/logs/list', { as: agent });
    expect(body.data).toMatchObject([
      { resource: 'members', record_id: String(member.member_id), agency_id: agency.id },
    ]);
    const foreign = await app.ctx.db
      .selectFrom('logs')
      .select('id')
      .where('agency_id', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow();
    expect((await app.http('GET', `/admin/logs/${foreign.id}`, { as: agent })).status).toBe(404);
  });
});

describe('the earlier value of a field', () => {
  const restore = (id: number, fieldName: string, as = admin) =>
    app.http('POST', `/admin/logs/${id}/restore`, { as, body: { field: fieldName } });
  const lastLog = async (recordId: number, resource = 'courses') =>
    await app.ctx.db
      .selectFrom('logs')
      .select(['id', 'reason', 'before', 'after'])
      .where('resource', '=', resource)
      .where('record_id', '=', String(recordId))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();

  it('is restored as an ordinary change, once', async () => {
    const { course } = await buildCourse(app.ctx, { status: 0 });
    await app.http('PUT', `/admin/courses/${course.id}`, { as: admin, body: { title: '改错的名称' } });
    const changed = await lastLog(course.id);
    expect((await restore(changed.id, 'title')).status).toBe(200);
    expect(
      await app.ctx.db.selectFrom('courses').select('title').where('id', '=', course.id).executeTakeFirstOrThrow(),
    ).toEqual({ title: course.title });
    const restored = await lastLog(course.id);
    expect(restored).toMatchObject({
      before: { title: '改错的名称' },
      after: { title: course.title },
      reason: `恢复自日志 #${changed.id}`,
    });
    expect((await restore(changed.id, 'title')).body.code).toBe('log.not_restorable');
  });

  it('is refused for amounts, secrets, masked and unknown fields, and without permission to change the record', async () => {
    const { course } = await buildCourse(app.ctx, { status: 0 });
    await app.http('PUT', `/admin/courses/${course.id}`, { as: admin, body: { sale_price: 9900, title: '新名称' } });
    const { id } = await lastLog(course.id);
    for (const fieldName of ['sale_price', 'id', 'created_at', 'no_such_field'])
      expect((await restore(id, fieldName)).body.code, fieldName).toBe('log.not_restorable');
    const reader = await app.person.adminWith(['admin.logs.list', 'admin.logs.show', 'admin.courses.show']);
    expect((await restore(id, 'title', reader)).status).toBe(403);
    const agency = await buildAgency(app.ctx);
    const agent = await app.person.adminWith(['admin.logs.list', 'admin.logs.show', 'admin.courses.update'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    expect((await restore(id, 'title', agent)).status).toBe(404);
  });

  it('appears in the history of its record', async () => {
    const { course } = await buildCourse(app.ctx, { status: 0 });
    for (let index = 0; index < 23; index += 1)
      await app.http('PUT', `/admin/courses/${course.id}`, { as: admin, body: { title: `名称 ${index}` } });
    const history = async (query: Record<string, string>, as = admin) =>
      app.http('GET', '/admin/logs/history', {
        as,
        query: { resource: 'courses', record_id: String(course.id), ...query },
      });
    const { body } = await history({});
    expect([body.data.length, body.has_more, body.data[0].changes[0]]).toEqual([
      20,
      true,
      { key: 'title', label: '课程名称', before: '名称 21', after: '名称 22', can_restore: true },
    ]);
    const older = (await history({ before_id: String(body.data.at(-1).id) })).body;
    expect([older.data.length, older.has_more]).toEqual([3, false]);
    expect((await history({}, await app.person.adminWith(['admin.logs.list']))).status).toBe(403);
  });

  it('omits what was empty and stayed so', async () => {
    const [{ course }, member] = [await buildCourse(app.ctx, { status: 1 }), await app.person.member()];
    await app.http('POST', '/admin/members/grant', {
      as: admin,
      body: { ids: [member.member_id], course_ids: [course.id], end_on: null, reason: '老学员' },
    });
    const { body } = await app.http('GET', '/admin/logs/history', {
      as: admin,
      query: { resource: 'members', record_id: String(member.member_id) },
    });
    expect(body.data[0].changes.map(({ key }: { key: string }) => key)).toEqual(['course_ids']);
  });
});

describe('the chain', () => {
  let fresh: TestApp;
  let boss: AdminPerson;
  beforeAll(async () => {
    fresh = await startTestApp();
    boss = await fresh.person.admin();
    const { course } = await buildCourse(fresh.ctx, { status: 0 });
    // Entries of concurrent writers must be chained in the order of their ids.
    await fresh.http('GET', '/admin/logs/list', { as: boss });
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(
        Array.from({ length: 4 }, (_, index) =>
          fresh.ctx.db
            .transaction()
            .execute((trx) =>
              sql`insert into logs (operator, resource, record_id, action) values ('测试', 'courses', ${String(course.id)}, ${`${round}-${index}`})`.execute(
                trx,
              ),
            ),
        ),
      );
    }
  });
  afterAll(() => fresh.close());
  const check = async () => {
    await fresh.http('POST', '/admin/logs/chain', { as: boss });
    await fresh.runJobs();
    return (await fresh.http('GET', '/admin/logs/chain', { as: boss })).body;
  };
  const behindTheBack = async (change: ReturnType<typeof sql>) => {
    await sql`alter table logs disable trigger user`.execute(fresh.ctx.db);
    await change.execute(fresh.ctx.db);
    await sql`alter table logs enable trigger user`.execute(fresh.ctx.db);
  };

  it('is verified in pages, by a job that stores its progress', async () => {
    expect((await fresh.http('GET', '/admin/logs/chain', { as: boss })).body.state).toBe('never');
    const pages: number[] = [];
    expect(
      await verifyChain(fresh.ctx.db, { size: 5, onPage: async ({ count }) => void pages.push(count) }),
    ).toMatchObject({ is_intact: true, checked: 12, broken_id: null });
    expect(pages).toEqual([5, 5, 2]);
    expect((await fresh.http('POST', '/admin/logs/chain', { as: boss })).body).toMatchObject({
      state: 'running',
      total: 12,
      checked: 0,
    });
    expect(await check()).toMatchObject({ state: 'intact', checked: 12, broken_id: null });
  });

  it('says that it goes on before it reads each of the ledgers', async () => {
    const { db } = fresh.ctx;
    await sql`create table told (value jsonb not null)`.execute(db);
    await sql`create function note_told() returns trigger language plpgsql as $$
      begin insert into told values (new.value); return new; end $$`.execute(db);
    await sql`create trigger note_told after insert or update on app_state for each row when (new.key = 'log_chain_check')
      execute function note_told()`.execute(db);
    expect(await check()).toMatchObject({ state: 'intact' });
    await sql`drop trigger note_told on app_state`.execute(db);
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from told where value ->> 'state' = 'running' and (value ->> 'checked')::int = 12`.execute(
      db,
    );
    // The end of the log, and two ledgers.
    expect(rows[0]?.count).toBe(3);
    await sql`drop table told`.execute(db);
    await sql`drop function note_told`.execute(db);
  });

  it('cannot be changed, emptied or cleared by the product', async () => {
    for (const statement of [sql`update logs set reason = 'x'`, sql`delete from logs`, sql`truncate logs`])
      await expect(statement.execute(fresh.ctx.db)).rejects.toThrow('append-only');
  });

  it('detects the first changed entry, a removed one, and a truncated end', async () => {
    const ids = (await fresh.ctx.db.selectFrom('logs').select('id').orderBy('id').execute()).map(({ id }) => id);
    const [sixth = 0, seventh = 0, last = 0] = [ids[5], ids[6], ids.at(-1)];
    await behindTheBack(sql`update logs set operator = '别人' where id = ${sixth}`);
    expect(await check()).toMatchObject({ state: 'broken', broken_id: sixth, checked: 5, checked_id: ids[4] });
    await behindTheBack(sql`update logs set operator = '测试' where id = ${sixth}`);
    expect((await check()).state).toBe('intact');
    await behindTheBack(sql`delete from logs where id = ${last}`);
    expect(await check()).toMatchObject({ state: 'broken', broken_id: null, checked: 11 });
    await behindTheBack(sql`delete from logs where id = ${sixth}`);
    expect(await check()).toMatchObject({ state: 'broken', broken_id: seventh, checked: 5 });
  });

  describe('sealed with a key', () => {
    let sealed: TestApp;
    let owner: AdminPerson;
    const verify = async () => {
      await sealed.http('POST', '/admin/logs/chain', { as: owner });
      await sealed.runJobs();
      return (await sealed.http('GET', '/admin/logs/chain', { as: owner })).body;
    };
    const write = (count: number) =>
      sql`insert into logs (operator, resource, record_id, action) select '测试', 'courses', '1', n::text from generate_series(1, ${count}) n`.execute(
        sealed.ctx.db,
      );
    const forge = async (change: ReturnType<typeof sql>) => {
      const { db } = sealed.ctx;
      await sql`alter table logs disable trigger user`.execute(db);
      await change.execute(db);
      await sql`do $$ declare entry logs; last bytea := sha256('kaike'::bytea); begin
        for entry in select * from logs order by id loop
          last := sha256(last || log_content(entry));
          update logs set prev_hash = coalesce((select l.hash from logs l where l.id < entry.id order by l.id desc limit 1), sha256('kaike'::bytea)), hash = last where id = entry.id;
        end loop;
        update log_chain set hash = last;
      end $$`.execute(db);
      await sql`alter table logs enable trigger user`.execute(db);
    };
    beforeAll(async () => {
      sealed = await startTestApp();
      owner = await sealed.person.admin();
      await write(8);
      await sealChain(sealed.ctx);
      await write(4);
      await sealChain(sealed.ctx);
    });
    afterAll(() => sealed.close());

    it('is intact, with entries after the last seal', async () => {
      await write(2);
      expect(await verify()).toMatchObject({ state: 'intact', checked: 14 });
    });

    it('detects a chain that was rebuilt without the key', async () => {
      await forge(sql`update logs set operator = '别人' where action = '3'`);
      expect((await verifyChain(sealed.ctx.db)).is_intact).toBe(true);
      expect((await verify()).state).toBe('broken');
      await forge(sql`update logs set operator = '测试'`);
      expect((await verify()).state).toBe('intact');
    });

    it('detects by the external anchor an end truncated together with its seals', async () => {
      await forge(
        sql`with gone as (delete from log_seals) delete from logs where id > (select id from logs order by id offset 5 limit 1)`,
      );
      expect((await verifyChain(sealed.ctx.db)).is_intact).toBe(true);
      expect(await verify()).toMatchObject({ state: 'broken', broken_id: null, checked: 6 });
    });
  });
});
