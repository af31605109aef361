import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { neededMenuKeys } from '@kaike/shared/domain/office/menu-access';
import { startTestApp, type AdminPerson, type Person, type TestApp } from '../../../../test/app.ts';
import { backgroundCall } from '../../../core/background-call.ts';
import { anyAdmin } from '../../../core/route.ts';
import { createSessions } from '../../../core/sessions/sessions.ts';
import { resourceRoutes } from '../../../kit/resource-routes.ts';
import { features } from '../../index.ts';

let app: TestApp;
let admin: AdminPerson;
let clerk: AdminPerson;
const faqPermissions = ['list', 'show', 'create', 'update', 'delete', 'export'].map((name) => `admin.faqs.${name}`);

beforeAll(async () => {
  app = await startTestApp({ config: { env: 'local' } });
  admin = await app.person.admin();
  clerk = await app.person.adminWith(faqPermissions);
});
afterAll(() => app.close());
afterEach(async () => {
  await sql`update menus set disabled = 0, env = '', own_middleware = '{}', status = 1 where "group" = 'admin'`.execute(
    app.ctx.db,
  );
  await app.ctx.bus.publish(app.ctx.db, 'menus');
  await app.messagesHandled();
});

const idOf = async (key: string): Promise<number> =>
  (await app.ctx.db.selectFrom('menus').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id;
const change = async (key: string, body: Record<string, unknown>) =>
  app.http('PUT', `/admin/menus/${await idOf(key)}`, { as: admin, body });
const statusOf = async (path: string, as: Person, method: 'GET' | 'POST' = 'GET', body = {}): Promise<number> =>
  (await app.http(method, path, { as, ...(method === 'POST' ? { body } : {}) })).status;

const adminRoutes = () =>
  [...features.flatMap(({ routes }) => routes), ...resourceRoutes(app.ctx.resources)].filter(
    ({ guard, contract }) => guard === 'admin' && !/developments|\/logout/.test(contract.path),
  );

describe('a closed entry of the menu', () => {
  it('closes every route of its permissions, to the super administrator too, and nothing that undoes it', async () => {
    await sql`update menus set disabled = 1 where "group" = 'admin' and is_page = 1 and not is_custom`.execute(
      app.ctx.db,
    );
    await app.ctx.bus.publish(app.ctx.db, 'menus');
    await app.messagesHandled();
    const isNeeded = (permission: string): boolean =>
      neededMenuKeys.has(permission.replace(/\.[\w-]+$/, '.list')) && !permission.startsWith('page.');
    const wrong: string[] = [];
    let closed = 0;
    for (const { contract, permission } of adminRoutes()) {
      if (permission === null || permission === anyAdmin || isNeeded(permission)) continue;
      const path = contract.path.replaceAll(/:\w+/g, '1');
      const { status, body } = await app.http(contract.method, path, { as: admin });
      closed += 1;
      if (status !== 403 || body.code !== 'access.denied') wrong.push(`${contract.method} ${path} ${status}`);
    }
    expect(wrong).toEqual([]);
    expect(closed).toBeGreaterThan(300);
    for (const path of ['/admin/menus/tree', '/admin/roles/list', '/admin/dashboard', '/admin/personage'])
      expect(await statusOf(path, admin), path).not.toBe(403);
    expect((await app.http('GET', '/open/user', { as: admin })).body.user.admin.permissions.map(String)).toEqual(
      expect.not.arrayContaining(['admin.faqs.list', 'admin.members.list']),
    );
  });

  it.each([
    ['switched off', { is_enabled: false }, { admin: 403, clerk: 403 }],
    ['of another environment', { env: ['production'] }, { admin: 403, clerk: 403 }],
    ['for agencies', { middleware: ['agency'] }, { admin: 403, clerk: 403 }],
    ['for learners', { middleware: ['member'] }, { admin: 403, clerk: 403 }],
    ['for the super administrator', { middleware: ['super_admin'] }, { admin: 200, clerk: 403 }],
    ['for the school', { middleware: ['school'] }, { admin: 200, clerk: 200 }],
  ])('%s binds page, data, export and options alike, from the next request on', async (_, condition, expected) => {
    const seen = async (as: Person) => [
      await statusOf('/admin/faqs/list', as),
      await statusOf('/admin/faqs', as),
      await statusOf('/admin/faqs/export', as),
      await statusOf('/admin/faqs/options', as),
      await statusOf('/admin/saved-views?resource=faqs', as),
    ];
    expect(await seen(clerk)).toEqual([200, 200, 200, 200, 200]);
    expect((await change('admin.faqs.list', condition)).status).toBe(200);
    expect([...new Set(await seen(admin))]).toEqual([expected.admin]);
    expect([...new Set(await seen(clerk))]).toEqual([expected.clerk]);
    const menu = (await app.http('GET', '/open/menu', { as: clerk })).body.menus as { url: string }[];
    expect(menu.some(({ url }) => url === '/admin/faqs')).toBe(expected.clerk === 200);
  });

  it('closes writes, actions, trash, runs of many and the search, and opens them again', async () => {
    const faq = (
      await app.http('POST', '/admin/faqs', { as: admin, body: { question: '怎样激活课程', answer: '扫码' } })
    ).body;
    expect(faq.id).toBeGreaterThan(0);
    const tries = async () => [
      await statusOf('/admin/faqs', admin, 'POST', { question: '问', answer: '答' }),
      (await app.http('PUT', `/admin/faqs/${faq.id}`, { as: admin, body: { answer: '扫二维码' } })).status,
      (await app.http('DELETE', '/admin/faqs', { as: admin, body: { ids: [faq.id] } })).status,
      await statusOf('/admin/faqs/restore', admin, 'POST', { ids: [faq.id] }),
    ];
    await change('admin.faqs.list', { is_enabled: false });
    expect(await tries()).toEqual([403, 403, 403, 403]);
    const matches = async () =>
      (await app.http('POST', '/admin/palette/search', { as: admin, body: { text: '怎样激活' } })).body.data.length;
    const run = { resource: 'faqs', action: 'delete', ids: [faq.id] };
    expect([await matches(), await statusOf('/admin/bulk-runs', admin, 'POST', run)]).toEqual([0, 403]);
    await change('admin.faqs.list', { is_enabled: true });
    expect(await tries()).toEqual([201, 200, 200, 200]);
    expect(await matches()).toBeGreaterThan(0);
  });

  it('binds a token, and work that was started before', async () => {
    const { body: issued } = await app.http('POST', '/admin/api-tokens/issue', {
      as: admin,
      body: { name: '接口', access: 'read', scopes: ['faqs'], days: 30 },
    });
    const headers = { authorization: `Bearer ${issued.token}` };
    const byToken = async () => (await app.http('GET', '/admin/faqs/list', { base: '/api', headers })).status;
    const background = () =>
      backgroundCall(app.ctx.db, {
        ctx: app.ctx,
        sessions: createSessions(app.ctx),
        user_id: admin.user_id,
        permission: 'admin.faqs.delete',
        body: {},
        locale: 'zh-CN',
        time_zone: 'Asia/Shanghai',
        ip: '127.0.0.1',
        request_id: 'test',
      });
    expect([await byToken(), (await background()).actor.admin.is_super]).toEqual([200, true]);
    await change('admin.faqs.list', { is_enabled: false });
    expect(await byToken()).toBe(403);
    await expect(background()).rejects.toMatchObject({ code: 'access.denied' });
  });

  it('leaves its rows to the forms of others, and a heading closes what stands below it', async () => {
    const { length } = (await app.http('GET', '/admin/subjects/options', { as: admin })).body.data;
    expect(length).toBeGreaterThanOrEqual(0);
    await change('admin.subjects.list', { is_enabled: false });
    expect([await statusOf('/admin/subjects/list', admin), await statusOf('/admin/subjects/options', admin)]).toEqual([
      403, 200,
    ]);
    await change('admin.root.site', { is_enabled: false });
    expect([await statusOf('/admin/faqs/list', admin), await statusOf('/admin/members/list', admin)]).toEqual([
      403, 200,
    ]);
  });

  it('hidden only leaves the menu', async () => {
    await app.http('PUT', '/admin/menus/status', {
      as: admin,
      body: { ids: [await idOf('admin.faqs.list')], status: 2 },
    });
    expect(await statusOf('/admin/faqs/list', clerk)).toBe(200);
  });

  it('is never one that somebody needs to open it again, nor a heading above', async () => {
    for (const key of [...neededMenuKeys, 'admin.root.system'])
      for (const condition of [{ is_enabled: false }, { env: ['production'] }, { middleware: ['member'] }]) {
        const { status } = await change(key, condition);
        expect([404, 409], `${key} ${JSON.stringify(condition)}`).toContain(status);
      }
  });

  it('stays in the roles that hold it, while they are changed', async () => {
    const { role_id: role } = await app.ctx.db
      .selectFrom('admin_role')
      .select('role_id')
      .where('admin_id', '=', clerk.admin_id)
      .executeTakeFirstOrThrow();
    await change('admin.faqs.list', { is_enabled: false });
    const { tree } = (await app.http('GET', `/admin/roles/${role}/permissions`, { as: admin })).body;
    const checked = (tree as { id: number; checked: boolean }[]).filter((one) => one.checked).map(({ id }) => id);
    expect(checked).toHaveLength(faqPermissions.length);
    const saved = await app.http('PUT', `/admin/roles/${role}/permissions`, {
      as: admin,
      body: { permission_ids: checked },
    });
    expect(saved.body).toMatchObject({ granted: 0, taken: 0 });
  });

  it('is told by the operation log, in words', async () => {
    await change('admin.faqs.list', { is_enabled: false, middleware: ['super_admin'] });
    const { id } = await app.ctx.db
      .selectFrom('logs')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { changes } = (await app.http('GET', `/admin/logs/${id}`, { as: admin })).body.row;
    expect(changes).toMatchObject([
      { label: '启用', before: '是', after: '否' },
      { label: '额外访问条件', before: null, after: '超级管理员' },
    ]);
  });
});

describe('a link that people add', () => {
  const link = async (url: string, use: string | null = null) =>
    app.http('POST', '/admin/menus', {
      as: admin,
      body: { 'name_zh-CN': '链接', parent_id: await idOf('admin.root.site'), url, use },
    });

  it.each([
    '/nowhere/page',
    '/admin/no-such',
    '/open/index/deep/er',
    'http://127.0.0.1/x',
    '//evil.example',
    'ftp://x',
  ])('to %s is refused at its field', async (url) => {
    const { status, body } = await link(url);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['url']]);
  });

  it.each([
    '/',
    '/admin/faqs',
    '/admin/faqs?where[status]=1',
    '/admin/members/7#notes',
    '/open/courses/3',
    'https://example.com/x',
  ])('to %s is saved', async (url) => {
    expect((await link(url)).status).toBe(201);
  });

  it('names an endpoint for programs', async () => {
    expect((await link('/admin/faqs/list', 'api')).status).toBe(201);
  });
});
