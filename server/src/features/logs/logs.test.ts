import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loggedResources } from '@kaike/shared/resources/logs';
import { resources } from '@kaike/shared/resources/index';
import { startTestApp, type AdminPerson, type TestApp } from '../../../test/app.ts';
import { buildAgency, buildCourse, buildSubject } from '../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

async function detailOf(resource: string, recordId: number, language = 'zh-CN') {
  const { id } = await app.ctx.db.selectFrom('logs').select('id').where('resource', '=', resource).where('record_id', '=', String(recordId)).orderBy('id', 'desc').executeTakeFirstOrThrow();
  return (await app.http('GET', `/admin/logs/${id}`, { as: admin, headers: { language } })).body.row;
}

describe('admin/logs', () => {
  it('offers every resource that can be changed as a kind', () => {
    const changed = resources.filter(({ only, actions }) => only.some((operation) => ['create', 'update', 'delete', 'import'].includes(operation)) || actions);
    for (const { name } of changed) expect(loggedResources, name).toContain(name);
  });

  it('tells who changed what, with labels instead of ids and words instead of numbers', async () => {
    const subject = await buildSubject(app.ctx);
    const { course } = await buildCourse(app.ctx, { status: 0 });
    await app.http('PUT', `/admin/courses/${course.id}`, { as: admin, body: { subject_id: subject.id, sale_price: 9900, is_free: true, title: '<b>新课</b>' } });
    const row = await detailOf('courses', course.id);
    expect(row).toMatchObject({ operator: '超级管理员', resource: 'courses', action: 'update', record_title: '<b>新课</b>', is_intact: true });
    const changes = Object.fromEntries(row.changes.map((change: { key: string; label: string; before: string; after: string }) => [change.key, [change.label, change.before, change.after]]));
    expect(changes).toEqual({
      subject_id: ['科目', null, subject.name], sale_price: ['售价', '0', '99'], is_free: ['免费课程', '否', '是'], title: ['课程名称', course.title, '<b>新课</b>'],
    });
  });

  it('shows what an action was asked for, in the reader’s language', async () => {
    const { course } = await buildCourse(app.ctx);
    const learner = await app.person.member();
    await app.http('POST', '/admin/members/grant', { as: admin, body: { ids: [learner.member_id], course_ids: [course.id], end_on: '2030-01-01', reason: '补发' } });
    const row = await detailOf('members', learner.member_id, 'en');
    expect(row.reason).toBe('补发');
    expect(row.changes).toEqual([
      { key: 'course_ids', label: 'Courses', before: null, after: course.title }, { key: 'end_on', label: 'Until', before: null, after: '2030-01-01' },
    ]);
    await app.http('PUT', '/admin/members/update-status', { as: admin, body: { ids: [learner.member_id], status: 2, reason: '测试' } });
    expect((await detailOf('members', learner.member_id)).changes).toEqual([{ key: 'status', label: '状态', before: '正常', after: '已停用' }]);
  });

  it('is append-only, and an entry changed behind its back is told', async () => {
    const { id } = await app.ctx.db.selectFrom('logs').select('id').orderBy('id').executeTakeFirstOrThrow();
    for (const [method, path] of [['PUT', `/${id}`], ['DELETE', '']] as const) expect((await app.http(method, `/admin/logs${path}`, { as: admin, body: { ids: [id] } })).status).toBe(404);
    await expect(sql`update logs set operator = 'x' where id = ${id}`.execute(app.ctx.db)).rejects.toThrow('append-only');
    await sql`alter table logs disable trigger logs_append_only`.execute(app.ctx.db);
    await sql`update logs set reason = 'x' where id = ${id}`.execute(app.ctx.db);
    await sql`alter table logs enable trigger logs_append_only`.execute(app.ctx.db);
    expect((await app.http('GET', `/admin/logs/${id}`, { as: admin })).body.row.is_intact).toBe(false);
  });

  it('shows an agency only what was done by itself and below', async () => {
    const agency = await buildAgency(app.ctx);
    const agent = await app.person.adminWith(['admin.logs.list', 'admin.logs.show', 'admin.members.update'], { data_scope: 'own_agency', agency_id: agency.id });
    const learner = await app.person.member({ agency_id: agency.id });
    await app.http('PUT', `/admin/members/${learner.member_id}`, { as: agent, body: { remark: '跟进' } });
    const { body } = await app.http('GET', '/admin/logs/list', { as: agent });
    expect(body.data).toMatchObject([{ resource: 'members', record_id: String(learner.member_id), agency_id: agency.id }]);
    const foreign = await app.ctx.db.selectFrom('logs').select('id').where('agency_id', 'is', null).limit(1).executeTakeFirstOrThrow();
    expect((await app.http('GET', `/admin/logs/${foreign.id}`, { as: agent })).status).toBe(404);
  });
});
