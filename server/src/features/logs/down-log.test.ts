import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '@kaike/shared/locales/languages';
import { downLog, exportedResources } from '@kaike/shared/resources/down-log';
import { resources } from '@kaike/shared/resources/index';
import { startTestApp, type AdminPerson, type TestApp } from '../../../test/app.ts';
import { buildAgency, buildUser } from '../../../test/factories.ts';
import { translatorOf } from '../../core/wording.ts';

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
    expect(downLog.list.filters).toEqual(['user_id', 'resource', 'with_secrets', 'created_at']);
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
