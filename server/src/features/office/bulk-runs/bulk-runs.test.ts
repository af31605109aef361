import { fileURLToPath } from 'node:url';
import { readXlsx } from 'hucre';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bulkState } from '@kaike/shared/domain/office/bulk-run';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { startTestApp, type AdminPerson, type Person, type TestApp } from '../../../../test/app.ts';
import { buildBatch, buildCard, buildTeacher } from '../../../../test/factories.ts';
import { countRows } from '../../../../test/bulk/count-rows.ts';
import { connectionOf, killAtWrite, startProcess } from '../../../../test/processes/kill.ts';
import { bulkPageRows } from '../../../kit/write/bulk-target.ts';
import { forgetRuns, resumeRuns } from './tend-runs.ts';
import { workRun } from './work-run.ts';

const fixture = fileURLToPath(new URL('kill.fixture.ts', import.meta.url));

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
// A leftover run would block the next one of its user.
afterEach(() => sql`delete from bulk_runs where state = ${bulkState.running}`.execute(app.ctx.db));
afterAll(async () => app.close());

type Body = Record<string, unknown>;
const start = (body: Body, { as = admin, key }: { as?: Person; key?: string } = {}) =>
  app.http('POST', '/admin/bulk-runs', { as, body, ...(key ? { headers: { 'x-idempotency-key': key } } : {}) });
const started = async (body: Body, as = admin): Promise<number> => {
  const answer = await start(body, { as });
  expect(answer.status).toBe(201);
  return answer.body.run.id;
};
/** The rows that match, as the dialog counted them. */
const counted = (resource: string, action: string, matching: string) =>
  countRows(app, matching, {
    as: admin,
    ...(action === 'delete'
      ? { method: 'DELETE', path: `/admin/${resource}` }
      : { path: `/admin/${resource}/${action}` }),
  });
const show = async (id: number, as = admin) => (await app.http('GET', `/admin/bulk-runs/${id}`, { as })).body;
const row = (id: number) =>
  app.ctx.db.selectFrom('bulk_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function makeTeachers(name: string, count: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`insert into teachers (name) select ${name} || n from generate_series(1, ${count}::int) n returning id`.execute(
    app.ctx.db,
  );
  return rows.map(({ id }) => id);
}
async function countDeleted(ids: readonly number[]) {
  const { rows } = await sql<{
    gone: number;
    version: number;
    logs: number;
    logged: number;
  }>`select (count(*) filter (where deleted_at is not null))::int as gone, max(version)::int as version,
    (select count(*)::int from logs where resource = 'teachers' and action = 'delete' and record_id = any(${ids.map(String)}::text[])) as logs,
    (select count(distinct record_id)::int from logs where resource = 'teachers' and action = 'delete' and record_id = any(${ids.map(String)}::text[])) as logged
    from teachers where id = any(${[...ids]}::bigint[])`.execute(app.ctx.db);
  return rows[0];
}

describe('a bulk run', () => {
  it('is carried out without the browser, reports each refused row, and exports all of them as a sheet', async () => {
    const batch = await buildBatch(app.ctx);
    const used = await buildCard(app.ctx, {
      batch_id: batch.id,
      state: cardState.activated,
      activated_at: app.ctx.clock(),
    });
    for (let index = 0; index < 3; index += 1) await buildCard(app.ctx, { batch_id: batch.id, state: cardState.stock });
    const id = await started({
      resource: 'cards',
      action: 'issue',
      ...(await counted('cards', 'issue', `where[batch_id]=${batch.id}`)),
    });
    expect((await show(id)).run).toMatchObject({ state: bulkState.running, total: 4, looked: 0 });
    await app.runJobs();
    const response = await show(id);
    expect(response.run).toMatchObject({
      state: bulkState.finished,
      total: 4,
      looked: 4,
      done: 3,
      failed_count: 1,
      error: '',
    });
    expect(response.failures).toMatchObject([{ id: used.id, title: used.card_no, code: 'card.already_used' }]);
    const file = await app.http('GET', `/admin/bulk-runs/${id}/results.xlsx`, { as: admin });
    const sheet = (await readXlsx(new Uint8Array(file.raw))).sheets[0]?.rows ?? [];
    expect(sheet).toHaveLength(5);
    expect(sheet[1]?.slice(0, 3)).toEqual([used.id, used.card_no, '未处理']);
    expect(sheet[2]?.[2]).toBe('成功');
    expect(
      await app.ctx.db
        .selectFrom('down_logs')
        .select(['resource', 'row_count'])
        .where('user_id', '=', admin.user_id)
        .execute(),
    ).toEqual([{ resource: 'cards', row_count: 4 }]);
    const log = await app.ctx.db
      .selectFrom('logs')
      .select(['operator', 'request_id'])
      .where('resource', '=', 'cards')
      .where('action', '=', 'issue')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(log.request_id).toBe(`bulk-run-${id}-0`);
  });

  it('deletes selected rows over several pages, and a restore run brings them back', async () => {
    const ids = await makeTeachers('批删', bulkPageRows * 2 + 1);
    const id = await started({ resource: 'teachers', action: 'delete', ids });
    await app.runJobs();
    expect((await show(id)).run).toMatchObject({ state: bulkState.finished, done: ids.length, may_restore: true });
    expect(await countDeleted(ids)).toMatchObject({ gone: ids.length, logs: ids.length });
    const back = await started({ resource: 'teachers', action: 'restore', of_run: id });
    await app.runJobs();
    expect((await show(back)).run).toMatchObject({ state: bulkState.finished, done: ids.length, may_restore: false });
    expect(await countDeleted(ids)).toMatchObject({ gone: 0 });
  });

  it('killed in the middle loses nothing and doubles nothing', async () => {
    const ids = await makeTeachers('断电', bulkPageRows * 6);
    const id = await started({
      resource: 'teachers',
      action: 'delete',
      ...(await counted('teachers', 'delete', 'where[_keyword]=断电')),
    });
    // In the middle of the fourth page.
    await killAtWrite(app.ctx, { table: 'teachers', when: `new.id = ${ids[bulkPageRows * 3.5]}` }, () => {
      const child = startProcess(fixture);
      child.send({ config: app.ctx.config, connection: connectionOf(app.ctx), id });
      return child;
    });
    const killed = await row(id);
    expect(killed).toMatchObject({ state: bulkState.running, looked: bulkPageRows * 3 });

    await sql`delete from graphile_worker._private_jobs`.execute(app.ctx.db);
    app.clock.set(new Date(killed.updated_at.getTime() + 120_000));
    expect(await resumeRuns(app.ctx)).toBe(1);
    await app.runJobs();
    expect((await show(id)).run).toMatchObject({
      state: bulkState.finished,
      looked: ids.length,
      done: ids.length,
      failed_count: 0,
    });
    expect(await countDeleted(ids)).toEqual({ gone: ids.length, version: 2, logs: ids.length, logged: ids.length });
  });

  it('run twice concurrently changes each row once', async () => {
    const ids = await makeTeachers('双工', bulkPageRows * 3);
    const id = await started({ resource: 'teachers', action: 'delete', ids });
    await Promise.all([workRun(app.ctx, id), workRun(app.ctx, id)]);
    expect(await countDeleted(ids)).toEqual({ gone: ids.length, version: 2, logs: ids.length, logged: ids.length });
    await app.runJobs();
    expect((await row(id)).looked).toBe(ids.length);
  });

  it('takes several job executions when it is long', async () => {
    const ids = await makeTeachers('长跑', bulkPageRows * 21);
    const id = await started({ resource: 'teachers', action: 'delete', ids });
    await workRun(app.ctx, id);
    expect(await row(id)).toMatchObject({ state: bulkState.running, looked: bulkPageRows * 20 });
    await app.runJobs();
    expect(await row(id)).toMatchObject({ state: bulkState.finished, looked: ids.length });
  });

  it('is cancelled after the page under way, and what is done stays done', async () => {
    const ids = await makeTeachers('中止', 3);
    const id = await started({ resource: 'teachers', action: 'delete', ids });
    expect((await app.http('POST', `/admin/bulk-runs/${id}/cancel`, { as: admin })).body.run.state).toBe(
      bulkState.cancelled,
    );
    await app.runJobs();
    expect(await countDeleted(ids)).toMatchObject({ gone: 0 });
    expect((await app.http('POST', `/admin/bulk-runs/${id}/resume`, { as: admin })).body.run.state).toBe(
      bulkState.cancelled,
    );
  });

  it('allows one run at a time per user, and a retried start starts nothing new', async () => {
    const ids = await makeTeachers('单行', 2);
    const body = { resource: 'teachers', action: 'delete', ids };
    const [first, again] = [
      await start(body, { key: 'bulk-run-start-1' }),
      await start(body, { key: 'bulk-run-start-1' }),
    ];
    expect(again.body.run.id).toBe(first.body.run.id);
    const second = await start(body);
    expect([second.status, second.body.code]).toEqual([409, 'list.run_exists']);
    await app.runJobs();
    expect((await start({ resource: 'teachers', action: 'restore', of_run: first.body.run.id })).status).toBe(201);
    await app.runJobs();
  });
});

describe('permissions of a bulk run', () => {
  it('are checked at each page: a permission lost meanwhile stops the run, which resumes once it is back', async () => {
    const ids = await makeTeachers('失权', 2);
    const person = await app.person.adminWith(['admin.teachers.list', 'admin.teachers.delete']);
    const id = await started({ resource: 'teachers', action: 'delete', ids }, person);
    const { rows: taken } = await sql<{
      role_id: number;
      menu_id: number;
    }>`delete from menu_role mr using menus n, admin_role ar, admins a where n.id = mr.menu_id and n.key = 'admin.teachers.delete'
      and ar.role_id = mr.role_id and a.id = ar.admin_id and a.user_id = (select user_id from bulk_runs where id = ${id}) returning mr.role_id, mr.menu_id`.execute(
      app.ctx.db,
    );
    await app.runJobs();
    const stopped = await row(id);
    expect(stopped).toMatchObject({ state: bulkState.failed, error_code: 'access.denied', looked: 0 });
    expect(await countDeleted(ids)).toMatchObject({ gone: 0 });
    for (const { role_id, menu_id } of taken)
      await app.ctx.db.insertInto('menu_role').values({ role_id, menu_id }).execute();
    expect((await app.http('POST', `/admin/bulk-runs/${id}/resume`, { as: person })).status).toBe(200);
    await app.runJobs();
    expect(await row(id)).toMatchObject({ state: bulkState.finished, done: 2, error_code: null });
  });

  it('limits it to the scope of the person', async () => {
    const agency = await app.ctx.db
      .insertInto('agencies')
      .values({ code: 'RUN1', name: '批量代理' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const [own, foreign] = [await app.person.member({ agency_id: agency.id }), await app.person.member()];
    const agent = await app.person.adminWith(['admin.members.list', 'admin.members.remark'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    const id = await started(
      { resource: 'members', action: 'remark', input: { remark: '批' }, ids: [own.member_id, foreign.member_id] },
      agent,
    );
    await app.runJobs();
    expect(await row(id)).toMatchObject({ state: bulkState.finished, done: 1, failed_count: 1 });
    const { failures } = await show(id, agent);
    expect(failures).toMatchObject([{ id: foreign.member_id, title: '', code: 'record.not_found' }]);
  });

  it('show it to nobody else', async () => {
    const id = await started({ resource: 'teachers', action: 'delete', ids: [(await buildTeacher(app.ctx, {})).id] });
    const other = await app.person.adminWith(['admin.teachers.list', 'admin.teachers.delete']);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/results.xlsx'],
      ['POST', '/cancel'],
      ['POST', '/resume'],
    ] as const) {
      expect((await app.http(method, `/admin/bulk-runs/${id}${path}`, { as: other })).status).toBe(404);
    }
    expect((await app.http('GET', '/admin/bulk-runs', { as: other })).body.data).toEqual([]);
    expect((await app.http('GET', '/admin/bulk-runs', { as: admin })).body.data[0].id).toBe(id);
    await app.runJobs();
  });

  it('is about the whole list where no filter is set', async () => {
    const {
      rows: [all],
    } = await sql<{ count: number }>`select count(*)::int as count from members where deleted_at is null`.execute(
      app.ctx.db,
    );
    const member = await app.person.member();
    const id = await started({
      resource: 'members',
      action: 'remark',
      ...(await counted('members', 'remark', 'all')),
      input: { remark: '全部学员' },
    });
    await app.runJobs();
    expect((await show(id)).run).toMatchObject({
      state: bulkState.finished,
      total: (all?.count ?? 0) + 1,
      failed_count: 0,
    });
    expect((await app.http('GET', `/admin/members/${member.member_id}`, { as: admin })).body.row.remark).toBe(
      '全部学员',
    );
  });

  it('refuses what the person may not do, what does not exist, and what is about nothing', async () => {
    const blind = await app.person.adminWith(['admin.teachers.list']);
    expect((await start({ resource: 'teachers', action: 'delete', ids: [1] }, { as: blind })).status).toBe(403);
    expect((await start({ resource: 'teachers', action: 'fly', ids: [1] })).status).toBe(404);
    expect((await start({ resource: 'nothing', action: 'delete', ids: [1] })).status).toBe(404);
    expect((await start({ resource: 'teachers', action: 'delete', ids: [] })).status).toBe(422);
    expect(
      (
        await start({
          resource: 'teachers',
          action: 'delete',
          ...(await counted('teachers', 'delete', 'where[_keyword]=没有这样的老师')),
        })
      ).body.code,
    ).toBe('list.nothing');
    expect(
      (await start({ resource: 'members', action: 'remark', ids: [1], input: { remark: 'x'.repeat(5000) } })).status,
    ).toBe(422);
    expect((await start({ resource: 'cards', action: 'issue', matching: 'where[secret_enc]=1' })).status).toBe(422);
  });

  it('is deleted after seven days', async () => {
    const id = await started({ resource: 'teachers', action: 'delete', ids: [(await buildTeacher(app.ctx, {})).id] });
    await app.runJobs();
    app.clock.advance(8 * 86_400_000);
    expect((await app.http('GET', '/admin/bulk-runs', { as: await app.person.admin() })).body.data).toEqual([]);
    await forgetRuns(app.ctx);
    const { rows } = await sql`select 1 from bulk_run_rows where run_id = ${id}`.execute(app.ctx.db);
    expect(rows).toEqual([]);
  });
});
