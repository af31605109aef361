import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '@kaike/shared/locales/languages';
import { downLog, exportedResources } from '@kaike/shared/resources/office/down-log';
import { resources } from '@kaike/shared/resources/index';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { buildAgency, buildSubject, buildUser } from '../../../../test/factories.ts';
import { translatorOf } from '../../../core/wording.ts';

let app: TestApp;
let admin: AdminPerson;
let other: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  other = await app.person.adminWith(['admin.down-log.list', 'admin.teachers.list', 'admin.teachers.export']);
  await app.ctx.db.updateTable('users').set({ name: '周敏' }).where('id', '=', other.user_id).execute();
  for (const as of [admin, other]) await app.http('GET', '/admin/teachers/export', { as });
});
afterAll(() => app.close());

const list = async (query: string, as = admin) =>
  (await app.http('GET', `/admin/down-log/list?${query}`, { as })).body.data;
const options = (query: string, as = admin) => app.http('GET', `/admin/admins/options?${query}`, { as });

describe('admin/down-log', () => {
  it('names everything that can be downloaded, as elsewhere', () => {
    const taken = resources.filter(
      ({ only, actions }) =>
        only.some((operation) => operation === 'export' || operation === 'delete') ||
        Object.values(actions ?? {}).some(({ on }) => on === 'rows'),
    );
    for (const { name } of taken) expect(exportedResources, name).toContain(name);
    for (const t of locales.map(translatorOf)) {
      for (const { name } of taken)
        expect(t(`resources.down-log.choices.resource.${name}`)).toBe(t(`resources.${name}.name`));
    }
    expect(downLog.list.filters).toEqual(['user_id', 'resource', 'field_key', 'with_secrets', 'created_at']);
  });

  it('finds the exports that took a field, which is chosen by what it is called', async () => {
    for (const fields of ['fields[]=name&fields[]=remark', 'fields[]=name'])
      expect((await app.http('GET', `/admin/subjects/export?${fields}`, { as: admin })).status).toBe(200);
    const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);
    const [, first] = idsOf(await list('where[resource]=subjects&order[id]=desc'));
    expect(idsOf(await list('where[resource]=subjects&where[field_key]=remark'))).toEqual([first]);
    expect(await list('where[resource]=subjects&where[field_key][]=remark&where[field_key][]=name')).toHaveLength(2);
    expect(await list('where[field_key]=no_such_field')).toEqual([]);
    const { maps } = (await app.http('GET', `/admin/down-log/${first}`, { as: admin })).body;
    expect(maps.field_key.find(({ value }: { value: string }) => value === 'mobile_phone')?.label).toMatch(/电话|手机/);
  });

  it('says in words what was taken, as the reader reads it, and exports it', async () => {
    const subject = await buildSubject(app.ctx);
    const query = `where[subject_id][]=${subject.id}&where[status]=1&where[created_at][0]=2026-01-02&where[is_free]=1&where[_keyword]=${encodeURIComponent('口语')}&fields[]=title&fields[]=subject_id&order[id]=asc`;
    expect((await app.http('GET', `/admin/courses/export?${query}`, { as: admin })).status).toBe(200);
    await app.http('GET', `/admin/courses/export`, { as: admin });
    const words = async (language: string) =>
      (await app.http('GET', '/admin/down-log/list?where[resource]=courses', { as: admin, headers: { language } })).body
        .data;
    const [whole, some] = await words('zh-CN');
    expect(whole.filters).toBe('全部');
    expect(whole.fields).toContain('课程名称、');
    expect(some.fields).toBe('课程名称、科目');
    expect(some.filters).toBe(
      `搜索：口语；科目：${subject.name}；状态：已发布；免费课程：是；创建时间：2026-01-02 00:00:00 起`,
    );
    const [, inEnglish] = await words('en');
    expect(inEnglish.fields).toBe('Title, Subject');
    expect(inEnglish.filters).toContain(`Search: 口语; Subject: ${subject.name}; Status: Published; `);
    const { body } = await app.http('GET', `/admin/down-log/${some.id}`, {
      as: admin,
      headers: { language: 'zh-CN' },
    });
    expect(body.row).toMatchObject({ filters: some.filters, fields: some.fields });
    const sheet = await app.http(
      'GET',
      '/admin/down-log/export?where[resource]=courses&fields[]=filters&fields[]=fields',
      {
        as: admin,
        headers: { language: 'zh-CN' },
      },
    );
    expect(sheet.body.data.slice(2)).toContainEqual([some.filters, some.fields]);
    // Of an older release, or of a plugin that is gone: as it is stored.
    await app.ctx.db
      .insertInto('down_logs')
      .values([
        { resource: 'courses', operator: '周敏', filters: JSON.stringify({ 'where[gone]': '1' }) },
        { resource: 'plugins/lost/rows', operator: '周敏', filters: JSON.stringify({ by: 'day' }), fields: ['name'] },
      ])
      .execute();
    expect((await words('zh-CN'))[0].filters).toBe('where[gone]：1');
    expect((await list('where[resource]=plugins/lost/rows'))[0].filters).toContain('day');
    expect((await list(`where[_keyword]=${encodeURIComponent('周敏')}`)).length).toBeGreaterThan(0);
  });

  it('finds administrators by name for its filter, and their downloads by account', async () => {
    const { body } = await options(`by=user_id&keyword=${encodeURIComponent('周敏')}`);
    expect(body.data).toEqual([{ id: other.user_id, label: '周敏' }]);
    expect((await options(`by=user_id&ids=${other.user_id}`)).body.data).toEqual(body.data);
    const rows = await list(`where[user_id]=${other.user_id}`);
    expect(rows).toMatchObject([{ user_id: other.user_id, resource: 'teachers', labels: { user_id: '周敏' } }]);
    expect((await list('where[resource][]=teachers&where[resource][]=cards')).length).toBe(2);
    // A plugin may have brought it, and be gone.
    expect(await list('where[resource]=plugins/gone/rows')).toEqual([]);
  });

  it('looks rows up only by the field’s lookup columns', async () => {
    for (const by of ['password', 'username', "id' or true"])
      expect((await options(`by=${encodeURIComponent(by)}`)).status, by).toBe(422);
    expect((await options('by=user_id', await app.person.adminWith(['admin.teachers.list']))).status).toBe(403);
  });

  it('shows an agency its own downloads, and no administrator of the school', async () => {
    const agency = await buildAgency(app.ctx);
    const agent = await app.person.adminWith(['admin.down-log.list', 'admin.members.list', 'admin.members.export'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    await app.http('GET', '/admin/members/export', { as: agent });
    expect(await list('', agent)).toMatchObject([
      { user_id: agent.user_id, resource: 'members', agency_id: agency.id },
    ]);
    expect((await options('by=user_id', agent)).body.data).toEqual([]);
  });

  it('still shows the id of an account that is no administrator', async () => {
    const { id } = await buildUser(app.ctx);
    await app.ctx.db
      .insertInto('down_logs')
      .values({ user_id: id, operator: '从前的管理员', resource: 'members' })
      .execute();
    const [row] = await list(`where[user_id]=${id}`);
    expect(row).toMatchObject({ user_id: id, operator: '从前的管理员' });
    expect(row.labels).not.toHaveProperty('user_id');
  });
});
