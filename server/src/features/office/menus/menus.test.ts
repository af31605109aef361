import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isValidNestedSet } from '@kaike/shared/domain/nested-set';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { syncMenus } from './public.ts';

type Node = { id: number; parent_id: number | null; key: string; status: number; type: string };

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp({ config: { env: 'local' } });
  admin = await app.person.admin();
});
afterAll(() => app.close());

const tree = async (as = admin): Promise<{ nodes: Node[]; revision: string; is_local: boolean }> =>
  (await app.http('GET', '/admin/menus/tree', { as })).body;
const savePositions = (nodes: readonly { id: number; parent_id: number | null }[], revision: string) =>
  app.http('PUT', '/admin/menus/positions', {
    as: admin,
    body: { positions: nodes.map(({ id, parent_id }) => ({ id, parent_id })), revision },
  });

async function isNestedSet(): Promise<boolean> {
  const rows = await app.ctx.db
    .selectFrom('menus')
    .select(['id', 'parent_id', 'left_margin', 'right_margin', 'level'])
    .where('deleted_at', 'is', null)
    .execute();
  // The root of everything has level 0: the specification counts from the modules below it.
  return isValidNestedSet(
    rows.map((row) => ({
      id: row.id,
      parent_id: row.parent_id,
      lft: row.left_margin,
      rgt: row.right_margin,
      level: row.level + 1,
    })),
  );
}

describe('the order of the menu', () => {
  it('is a nested set after any sequence of moves, and exactly the order that was saved', async () => {
    expect(await isNestedSet()).toBe(true);
    const move = fc.record({ from: fc.nat(), to: fc.nat(), root: fc.nat() });
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 4 }), async (moves) => {
        const { nodes, revision } = await tree();
        const roots = nodes.filter((node) => node.parent_id === null);
        const pages = nodes.filter((node) => node.parent_id !== null).map(({ id, parent_id }) => ({ id, parent_id }));
        for (const { from, to, root } of moves) {
          roots.splice(to % roots.length, 0, ...roots.splice(from % roots.length, 1));
          const [page] = pages.splice(from % pages.length, 1);
          if (page)
            pages.splice(to % (pages.length + 1), 0, {
              id: page.id,
              parent_id: roots[root % roots.length]?.id ?? null,
            });
        }
        const expected = roots.flatMap((one) => [
          { id: one.id, parent_id: null as number | null },
          ...pages.filter((page) => page.parent_id === one.id),
        ]);
        expect((await savePositions(expected, revision)).status).toBe(200);
        expect((await tree()).nodes.map(({ id, parent_id }) => [id, parent_id])).toEqual(
          expected.map(({ id, parent_id }) => [id, parent_id]),
        );
        expect(await isNestedSet()).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  it('refuses an order with loops, unknown or missing entries, and one based on a stale tree', async () => {
    const { nodes, revision } = await tree();
    const [root, page] = [nodes.find((node) => node.parent_id === null), nodes.find((node) => node.parent_id !== null)];
    const broken = [
      nodes.slice(1),
      [...nodes, ...nodes.slice(0, 1)],
      nodes.map((node) => (node === page ? { ...node, parent_id: node.id } : node)),
      nodes.map((node) => (node === root ? { ...node, parent_id: page?.id ?? 0 } : node)),
      nodes.map((node) => (node === page ? { ...node, id: 999_999 } : node)),
    ];
    for (const positions of broken) expect((await savePositions(positions, revision)).body.code).toBe('menu.bad_tree');
    expect((await savePositions(nodes, 'old')).body.code).toBe('record.stale');
  });
});

it.each(['zh-CN', 'en'])('every permission has a name in %s, none is shown by its key', async (language) => {
  const role = await app.ctx.db.selectFrom('roles').select('id').where('code', '=', 'agency').executeTakeFirstOrThrow();
  const { body } = await app.http('GET', `/admin/roles/${role.id}/permissions`, {
    as: admin,
    headers: { language },
  });
  const nodes: { key: string; title: string; is_folder: boolean }[] = body.tree;
  expect(nodes.length).toBeGreaterThan(100);
  expect(nodes.filter(({ key, title }) => title === '' || key.endsWith(`.${title}`))).toEqual([]);
});

describe('what people changed', () => {
  it('survives an upgrade: names in every language, icon, place and visibility', async () => {
    const { nodes } = await tree();
    const courses = nodes.find((node) => node.key === 'admin.courses.list');
    const id = courses?.id ?? 0;
    expect(
      (
        await app.http('PUT', `/admin/menus/${id}`, {
          as: admin,
          body: { 'name_zh-CN': '精品课', name_en: 'Our courses', icons: 'star' },
        })
      ).status,
    ).toBe(200);
    expect((await app.http('PUT', '/admin/menus/status', { as: admin, body: { ids: [id], status: 2 } })).status).toBe(
      200,
    );
    const before = (await tree()).nodes;
    await app.ctx.db.transaction().execute((trx) => syncMenus(trx));
    expect((await tree()).nodes).toEqual(before);
    const named = async (language: string) =>
      (await app.http('GET', '/open/menu', { as: admin, headers: { language } })).body.menus.find(
        (menu: { id: number }) => menu.id === id,
      );
    expect(await named('en')).toMatchObject({ name: 'Our courses', icons: 'star', in_menu: false });
    expect((await named('zh-TW')).name).toBe('精品课');
    await app.http('PUT', `/admin/menus/${id}`, { as: admin, body: { icons: '' } });
    expect(await named('en')).toMatchObject({ name: 'Courses', is_named: false, icons: 'book-open' });
    await app.http('PUT', '/admin/menus/status', { as: admin, body: { ids: [id], status: 1 } });
  });

  it('may be headings and links, which stay through an upgrade and can be deleted', async () => {
    const folder = await app.http('POST', '/admin/menus', { as: admin, body: { 'name_zh-CN': '常用', icons: 'star' } });
    const out = await app.http('POST', '/admin/menus', {
      as: admin,
      body: { 'name_zh-CN': '帮助', url: 'https://example.com/help', parent_id: folder.body.id },
    });
    expect([folder.status, out.status]).toEqual([201, 201]);
    await app.ctx.db.transaction().execute((trx) => syncMenus(trx));
    const { menus } = (await app.http('GET', '/open/menu', { as: admin })).body;
    expect(menus.find((menu: { id: number }) => menu.id === out.body.id)).toMatchObject({
      name: '帮助',
      is_link: true,
      is_out_link: 1,
      in_menu: true,
      parent_id: folder.body.id,
    });
    expect(await isNestedSet()).toBe(true);
    expect((await app.http('GET', `/admin/menus/${out.body.id}`, { as: admin })).body.row).toMatchObject({
      type: 'out_link',
    });
    for (const url of ['javascript:alert(1)', '//evil.example', 'help', '']) {
      expect(
        (
          await app.http('POST', '/admin/menus', {
            as: admin,
            body: { 'name_zh-CN': '坏', url, parent_id: folder.body.id },
          })
        ).body.errors,
        url,
      ).toHaveProperty('url');
    }
    const remove = (ids: number[]) => app.http('DELETE', '/admin/menus', { as: admin, body: { ids } });
    expect((await remove([folder.body.id])).body.code).toBe('record.in_use');
    expect((await remove([folder.body.id, out.body.id])).body.deleted).toBe(2);
    const shipped = (await tree()).nodes.find((node) => node.key === 'admin.courses.list')?.id ?? 0;
    expect((await remove([shipped])).body.code).toBe('menu.protected');
    expect(await isNestedSet()).toBe(true);
  });

  it('say everything about themselves that a definition says of others, in the language of the request', async () => {
    const folder = await app.http('POST', '/admin/menus', { as: admin, body: { 'name_zh-CN': '对接', icons: 'star' } });
    const body = {
      'name_zh-CN': '课表接口',
      name_en: 'Timetable',
      'description_zh-CN': '排课系统读取课表',
      description_en: 'Read by the timetable',
      url: '/api/admin/courses/list',
      parent_id: folder.body.id,
      alias: 'timetable',
      use: 'api',
      env: ['local', 'staging'],
      middleware: ['super_admin'],
      params: [{ name: 'page', label: '页码', type: 'number', required: true }],
      responses: [{ status: 503, description: '维护中' }],
    };
    const { id } = (await app.http('POST', '/admin/menus', { as: admin, body })).body;
    const info = async (query: Record<string, string | number>, language: string) =>
      (await app.http('GET', '/open/menu-info', { as: admin, query, headers: { language } })).body.row;
    const entry = await info({ alias: 'timetable' }, 'en');
    expect(entry).toEqual(await info({ id }, 'en'));
    expect(entry).toMatchObject({
      id,
      name: 'Timetable',
      description: 'Read by the timetable',
      use: 'api',
      env: 'local,staging',
      plugin: '',
      in_menu: false,
      middleware: expect.arrayContaining(['super_admin']),
    });
    expect(entry.params).toContainEqual({
      name: 'page',
      label: '页码',
      type: 'number',
      use: 'url',
      required: true,
      rules: '',
    });
    expect(entry.responses).toContainEqual({ status: 503, description: '维护中', schema: null });
    const described = async (language: string) =>
      (await app.http('GET', '/open/menu', { as: admin, headers: { language } })).body.menus.find(
        (menu: { id: number }) => menu.id === id,
      )?.description;
    expect([await described('zh-TW'), await described('en')]).toEqual(['排课系统读取课表', 'Read by the timetable']);
    const change = (values: object) =>
      app.http('PUT', `/admin/menus/${id}`, { as: admin, body: { 'name_zh-CN': '课表接口', ...values } });
    // Only who passes its middleware, where it exists, while it is switched on.
    const reader = await app.person.adminWith(['admin.menus.list']);
    const seen = async (as = admin): Promise<boolean> =>
      (await app.http('GET', '/open/menu', { as })).body.menus.some((menu: { id: number }) => menu.id === id);
    expect([await seen(), await seen(reader)]).toEqual([true, false]);
    await change({ middleware: [], env: ['production'] });
    expect([await seen(), await seen(reader)]).toEqual([false, false]);
    await change({ env: [], is_enabled: false });
    expect(await seen()).toBe(false);
    await change({ is_enabled: true });
    expect([await seen(), await described('en')]).toEqual([true, 'Read by the timetable']);
    expect((await change({ params: [{ type: 'number' }] })).body.errors).toHaveProperty('params');
    expect((await change({ env: ['moon'] })).body.errors).toHaveProperty('env');
    const other = { 'name_zh-CN': '另一个', url: '/open/index', parent_id: folder.body.id, alias: 'timetable' };
    expect((await app.http('POST', '/admin/menus', { as: admin, body: other })).body.code).toBe('record.duplicate');
    await app.http('DELETE', '/admin/menus', { as: admin, body: { ids: [folder.body.id, id] } });
  });

  it('never switches off or moves elsewhere what is needed', async () => {
    const id = (await tree()).nodes.find((node) => node.key === 'admin.menus.list')?.id ?? 0;
    for (const values of [{ is_enabled: false }, { env: ['production'] }, { middleware: ['member'] }, { use: 'api' }])
      expect((await app.http('PUT', `/admin/menus/${id}`, { as: admin, body: values })).body.code).toBe(
        'menu.protected',
      );
  });

  it('never hides what is needed to undo it', async () => {
    const { nodes } = await tree();
    const heading =
      nodes.find(({ id }) => id === nodes.find((node) => node.key === 'admin.menus.list')?.parent_id)?.key ?? '';
    for (const key of ['admin.menus.list', 'page.admin.index', heading]) {
      const id = nodes.find((node) => node.key === key)?.id ?? 0;
      expect(
        (await app.http('PUT', '/admin/menus/status', { as: admin, body: { ids: [id], status: 2 } })).body.code,
        key,
      ).toBe('menu.protected');
    }
  });
});

it('counts the roles that may use a page: the super administrator uses all, pages for everybody are for every role', async () => {
  const before = await tree();
  await app.person.adminWith(['admin.courses.list']);
  const [was, is] = [before.nodes, (await tree()).nodes].map(
    (nodes) => new Map(nodes.map((node) => [node.key, (node as Node & { roles: number }).roles])),
  );
  const risen = (key: string): number[] => [was?.get(key) ?? -1, (is?.get(key) ?? -1) - (was?.get(key) ?? -1)];
  expect(is?.get('admin.menus.list')).toBeGreaterThan(0);
  expect([risen('admin.courses.list')[1], risen('admin.menus.list')[1], risen('page.admin.index')[1]]).toEqual([
    1, 0, 1,
  ]);
});

describe('outside the local environment', () => {
  it('entries can be shown and hidden, and nothing else', async () => {
    const live = await startTestApp();
    const boss = await live.person.admin();
    const { nodes, revision, is_local } = (await live.http('GET', '/admin/menus/tree', { as: boss })).body;
    const id = nodes.find((node: Node) => node.key === 'admin.courses.list').id;
    expect(is_local).toBe(false);
    const refused = [
      await live.http('PUT', '/admin/menus/positions', { as: boss, body: { positions: nodes, revision } }),
      await live.http('POST', '/admin/menus', { as: boss, body: { 'name_zh-CN': '新' } }),
      await live.http('PUT', `/admin/menus/${id}`, { as: boss, body: { 'name_zh-CN': '新' } }),
      await live.http('DELETE', '/admin/menus', { as: boss, body: { ids: [id] } }),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 4 }, () => [403, 'menu.local_only']),
    );
    expect((await live.http('PUT', '/admin/menus/status', { as: boss, body: { ids: [id], status: 2 } })).status).toBe(
      200,
    );
    const reader = await live.person.adminWith(['admin.menus.list']);
    expect((await live.http('PUT', '/admin/menus/status', { as: reader, body: { ids: [id], status: 1 } })).status).toBe(
      403,
    );
    await live.close();
  });
});

describe('for clients', () => {
  const menus = async (language: string) =>
    (await app.http('GET', '/open/menu', { as: admin, headers: { language } })).body.menus as {
      id: number;
      url: string;
      name: string;
      description: string;
      group: string;
    }[];
  const at = async (language: string, url: string) => (await menus(language)).find((menu) => menu.url === url);

  it('every entry has its name in the language of the request, and says where it stands', async () => {
    for (const language of ['zh-CN', 'en', 'zh-TW'])
      expect((await menus(language)).filter(({ name }) => name === '' || name.includes('.'))).toEqual([]);
    expect(await at('zh-CN', '/admin/teachers')).toMatchObject({
      name: '老师',
      description: expect.stringMatching(/^[^·]+ · 老师$/),
    });
    expect(await at('en', '/admin/teachers')).toMatchObject({ name: 'Teachers', is_named: false });
    expect(await at('zh-CN', '/admin/teachers/create')).toMatchObject({
      description: expect.stringMatching(/ · 老师 · 新建$/),
    });
  });

  it('an entry lists its endpoints with parameters and responses', async () => {
    const info = async (url: string) =>
      (await app.http('GET', '/open/menu-info', { as: admin, query: { id: (await at('zh-CN', url))?.id ?? 0 } })).body
        .row;
    const created = await info('/admin/teachers/create');
    expect(created).toMatchObject({
      type: 'resource',
      use: 'api',
      as: 'admin.teachers.create',
      middleware: ['log', 'auth', 'admin'],
      route: { method: 'POST', path: '/admin/teachers' },
    });
    expect(created.params).toContainEqual({
      name: 'name',
      label: '姓名',
      type: 'string',
      use: 'body',
      required: true,
      rules: expect.stringContaining('required'),
    });
    expect(created.responses.map(({ status }: { status: number }) => status)).toEqual([200, 401, 403, 409, 422, 500]);
    const listed = await info('/admin/teachers');
    expect(listed.endpoints.map(({ path }: { path: string }) => path)).toContain('/admin/teachers/list');
    expect(listed.params).toContainEqual(
      expect.objectContaining({ name: 'where[status]', label: '状态', use: 'url', required: false }),
    );
    const pageInfo = await info('/admin/teachers/show');
    expect(pageInfo.params).toContainEqual(expect.objectContaining({ name: 'id', use: 'route' }));
    expect(pageInfo.responses[0].schema.properties.row.properties.name).toEqual({ type: 'string' });
    const open = await info('/open/teachers');
    expect(open).toMatchObject({
      type: 'page',
      use: 'web',
      middleware: [],
      route: { method: 'GET', path: '/open/teachers' },
      endpoints: [{ other_paths: ['/open/teachers/list'] }],
    });
  });

  it('a disabled public page and its records are unavailable; the site stays reachable', async () => {
    const { id } = (await at('zh-CN', '/open/teachers')) ?? { id: 0 };
    const turn = (status: number, which = id) =>
      app.http('PUT', '/admin/menus/status', { as: admin, body: { ids: [which], status } });
    expect((await turn(2)).status).toBe(200);
    const visitor = await app.person.visitor();
    await expect
      .poll(async () => (await app.http('GET', '/open/config', { as: visitor })).body.closed_pages)
      .toEqual(['/open/teachers']);
    for (const path of ['/open/teachers', '/open/teachers/list', '/open/teachers/1'])
      expect((await app.http('GET', path, { as: visitor })).status, path).toBe(403);
    for (const path of ['/open/courses', '/open/site'])
      expect((await app.http('GET', path, { as: visitor })).status, path).toBe(200);
    await turn(1);
    await expect.poll(async () => (await app.http('GET', '/open/teachers', { as: visitor })).status).toBe(200);
    expect((await turn(2, (await at('zh-CN', '/open/login'))?.id)).status).toBe(404);
    expect((await app.http('GET', `/admin/menus/${id}`, { as: admin })).body.row).toMatchObject({
      id,
      url: '/open/teachers',
    });
  });
});

it('shows pages that need a permission only to those who hold it', async () => {
  const urls = async (permissions: string[]): Promise<string[]> =>
    (
      (await app.http('GET', '/open/menu', { as: await app.person.adminWith(permissions) })).body.menus as {
        url: string;
      }[]
    ).map(({ url }) => url);
  const guarded = [
    '/admin/pay-orders/reconcile',
    '/admin/card-cartons/scan',
    '/admin/card-themes/:id/design',
    '/admin/trash',
  ];
  expect((await urls(['admin.members.list'])).filter((url) => guarded.includes(url))).toEqual([]);
  expect(
    await urls([
      'admin.pay-orders.reconcile',
      'admin.card-cartons.receive',
      'admin.card-themes.list',
      'admin.subjects.delete',
    ]),
  ).toEqual(expect.arrayContaining(guarded));
});
