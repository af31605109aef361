import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminPerson } from '../../../../test/app.ts';
import { countRows } from '../../../../test/bulk/count-rows.ts';
import {
  examples,
  openRoute,
  startPluginTest,
  type Files,
  type PluginTest,
} from '../../../../test/plugins/plugin-app.ts';
import { createPageReader } from '../../site/site/public.ts';
import { uninstallPlugin, setPluginState } from './life/change-plugin.ts';

let test: PluginTest;
let app: PluginTest['app'];
let install: PluginTest['install'];
let pack: PluginTest['pack'];
let admin: AdminPerson;

beforeAll(async () => {
  test = await startPluginTest();
  ({ app, install, pack } = test);
  admin = await app.person.admin();
});
afterAll(() => test.close(['check-in', 'other']));

const badges = '/admin/plugins/check-in/badges';
const name = 'plugins/check-in/badges';
const permission = (operation: string): string => `admin.${name}.${operation}`;

describe('a resource of a plugin', () => {
  it('is listed, searched, filtered and sorted by the engine, with rows that the plugin wrote', async () => {
    await install(join(examples, 'check-in'));
    const index = (await app.http('GET', badges, { as: admin, headers: { language: 'en' } })).body;
    expect(index.permissions).toEqual(['list', 'show', 'create', 'update', 'delete', 'export']);
    expect([index.excel.sheet, index.excel.exportFields.days]).toEqual(['Check-in badges', 'Days in a row']);
    const list = async (query: string) => (await app.http('GET', `${badges}/list?${query}`, { as: admin })).body;
    expect((await list('')).data.map(({ days }: { days: number }) => days)).toEqual([3, 7, 30, 100, 365]);
    expect(await list('where[days][0]=10&order[days]=desc&per_page=2&page=1')).toMatchObject({
      data: [{ days: 365 }, { days: 100 }],
      total: 3,
      last_page: 2,
    });
    expect((await list(`where[_keyword]=${encodeURIComponent('百日')}`)).data).toMatchObject([{ days: 100 }]);
    expect((await app.http('GET', `${badges}/list?where[name]=x`, { as: admin })).status).toBe(422);
  });

  it('is changed by its form with the rules of the manifest, and everything is in the operation log', async () => {
    const create = (body: object) => app.http('POST', badges, { as: admin, body });
    const refused = await create({ name: '', days: 9999, other: 1 });
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([422, ['days', 'name', 'other']]);
    expect(refused.body.errors.days[0]).toContain('连续天数');
    const { id } = (await create({ name: '两周', days: 14 })).body;
    expect((await app.http('GET', `${badges}/${id}`, { as: admin })).body.row).toMatchObject({
      name: '两周',
      is_open: true,
    });
    const changed = await app.http('PUT', `${badges}/${id}`, { as: admin, body: { is_open: false } });
    expect(changed.body.row).toMatchObject({ name: '两周', is_open: false });
    const history = await app.http('GET', `/admin/logs/history?resource=${encodeURIComponent(name)}&record_id=${id}`, {
      as: admin,
    });
    expect(history.body.data.map(({ action }: { action: string }) => action)).toEqual(['update', 'create']);
    expect(history.body.data[0].changes).toMatchObject([{ label: '可获得', before: '是', after: '否' }]);
    const member = await app.person.member();
    const seen = async () =>
      (await app.http('GET', '/home/plugins/check-in/days', { as: member })).body.badges.map(
        (badge: { days: number }) => badge.days,
      );
    expect(await seen()).not.toContain(14);
    await app.http('PUT', `${badges}/${id}`, { as: admin, body: { is_open: true } });
    expect(await seen()).toContain(14);
    expect((await app.http('DELETE', badges, { as: admin, body: { ids: [id] } })).body.deleted).toBe(1);
    expect(await seen()).not.toContain(14);
    const { rows } = await sql<{
      action: string;
    }>`select action from logs where resource = ${name} and record_id = ${String(id)} order by id`.execute(app.ctx.db);
    expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'delete']);
  });

  it('has a name in the list of the log, and can be filtered by it, even while its plugin is off', async () => {
    const list = async () =>
      (await app.http('GET', `/admin/logs?where[resource][]=${encodeURIComponent(name)}`, { as: admin })).body;
    await setPluginState(app.ctx, 'check-in', false);
    const { list: entries, maps } = await list();
    await setPluginState(app.ctx, 'check-in', true);
    expect(entries.total).toBe(4);
    expect(maps.resource.at(-1)).toEqual({ value: name, label: '打卡徽章', tone: 'default' });
    const query = `where[resource][]=${encodeURIComponent(name)}&fields[]=resource`;
    const sheet = (await app.http('GET', `/admin/logs/export?${query}`, { as: admin })).body;
    expect(sheet.data.slice(2)).toEqual([['打卡徽章'], ['打卡徽章'], ['打卡徽章'], ['打卡徽章']]);
  });

  it('is exported with its own words, and the download log says so', async () => {
    const sheet = await app.http('GET', `${badges}/export`, { as: admin, headers: { language: 'en' } });
    expect(sheet.body.data.slice(0, 3)).toEqual([
      ['id', 'name', 'days', 'is_open', 'created_at', 'updated_at'],
      ['ID', 'Name', 'Days in a row', 'Can be earned', expect.any(String), expect.any(String)],
      [expect.any(Number), '小有恒心', 3, 'Yes', expect.any(String), expect.any(String)],
    ]);
    const log = (await app.http('GET', `/admin/down-log?where[resource]=${encodeURIComponent(name)}`, { as: admin }))
      .body;
    expect(log.list.data).toMatchObject([{ resource: name, row_count: 5 }]);
    expect(log.maps.resource).toContainEqual({ value: name, label: '打卡徽章', tone: 'default' });
  });

  it('is open to roles that hold its permissions, each by itself, and to nobody else', async () => {
    const reader = await app.person.adminWith([permission('list'), permission('show')]);
    const stranger = await app.person.adminWith(['admin.members.list']);
    const status = async (method: 'GET' | 'POST' | 'DELETE', path: string, as: AdminPerson) =>
      (await app.http(method, path, { as, ...(method === 'GET' ? {} : { body: { name: '一', days: 1 } }) })).status;
    expect([
      await status('GET', `${badges}/list`, reader),
      await status('POST', badges, reader),
      await status('DELETE', badges, reader),
      await status('GET', `${badges}/export`, reader),
      await status('GET', `${badges}/list`, stranger),
      await status('GET', `${badges}/options`, stranger),
      await status('GET', `/admin/resource-definitions?name=${name}`, stranger),
    ]).toEqual([200, 403, 403, 403, 403, 403, 403]);
    expect((await app.http('GET', badges)).status).toBe(401);
    expect((await app.http('GET', badges, { as: reader })).body.permissions).toEqual(['list', 'show']);
    const top = await app.ctx.db.selectFrom('roles').select('id').where('parent_id', 'is', null).executeTakeFirst();
    const role = { name: '徽章管理', parent_id: top?.id, data_scope: 'all' };
    const { id } = (await app.http('POST', '/admin/roles', { as: admin, body: role })).body;
    const { tree } = (await app.http('GET', `/admin/roles/${id}/permissions`, { as: admin })).body;
    const own = tree.filter(({ key }: { key: string }) => key.startsWith(`${name}.`));
    expect(own.map(({ title }: { title: string }) => title)).toEqual([
      '打卡徽章',
      '查看详情',
      '新建',
      '编辑',
      '删除',
      '导出',
    ]);
    const overview = tree.find(({ key }: { key: string }) => key === 'plugin-check-in.overview');
    const granted = { permission_ids: [...own.slice(0, 3), overview].map((node: { id: number }) => node.id) };
    expect((await app.http('PUT', `/admin/roles/${id}/permissions`, { as: admin, body: granted })).status).toBe(200);
    const loggedIn = async (language: string) => {
      const entries = await app.http('GET', `/admin/logs/history?resource=roles&record_id=${id}`, {
        as: admin,
        headers: { language },
      });
      return entries.body.data[0].changes[0].after.split('，').toSorted();
    };
    expect(await loggedIn('zh-CN')).toEqual(['打卡徽章', '打卡徽章 · 新建', '打卡徽章 · 查看详情', '打卡统计']);
    await setPluginState(app.ctx, 'check-in', false);
    expect(await loggedIn('en')).toEqual([
      'Check-in badges',
      'Check-in badges · Create',
      'Check-in badges · View details',
      'Check-in statistics',
    ]);
    await setPluginState(app.ctx, 'check-in', true);
  });

  it('tells a browser its definition and its words, is in the menu, and has views of its own', async () => {
    const { definition, words } = (
      await app.http('GET', `/admin/resource-definitions?name=${name}`, { as: admin, headers: { language: 'en' } })
    ).body;
    expect(definition).toMatchObject({ name, area: 'admin', title: 'name', list: { default_sort: 'days' } });
    expect(words).toMatchObject({
      [`resources.${name}.name`]: 'Check-in badges',
      [`resources.${name}.unit`]: '{count, plural, =1 {1 badge} other {# badges}}',
      [`resources.${name}.help.days`]: 'Earned by checking in on so many days in a row.',
    });
    const { menus } = (await app.http('GET', '/open/menu', { as: admin })).body;
    const entry = menus.find(({ url }: { url: string }) => url === badges);
    expect(entry).toMatchObject({ name: '打卡徽章', in_menu: true, is_page: 1, resource_id: entry.id });
    const view = { resource: name, name: '短的', query: 'where[days][1]=10' };
    expect((await app.http('POST', '/admin/saved-views', { as: admin, body: view })).status).toBe(201);
    expect((await app.http('GET', `/admin/saved-views?resource=${name}`, { as: admin })).body.views).toMatchObject([
      { name: '短的' },
    ]);
  });

  it('is changed in bulk in the background, like every other', async () => {
    const counted = await countRows(app, 'where[days][0]=300', { as: admin, method: 'DELETE', path: badges });
    const run = { resource: name, action: 'delete', ...counted };
    expect((await app.http('POST', '/admin/bulk-runs', { as: admin, body: run })).status).toBe(201);
    await app.runJobs();
    expect((await app.http('GET', `${badges}/list`, { as: admin })).body.total).toBe(4);
  });

  it('goes with its plugin, and is back with it', async () => {
    const read = createPageReader(app.ctx);
    const statusOf = async (path: string) => (await read({ path, origin: 'https://school.example' }))?.status ?? 200;
    expect([await statusOf(`${badges}/1`), await statusOf('/admin/plugins/check-in/nothing/1')]).toEqual([200, 404]);
    await setPluginState(app.ctx, 'check-in', false);
    expect(await statusOf(`${badges}/1`)).toBe(404);
    expect((await app.http('GET', `${badges}/list`, { as: admin })).status).toBe(404);
    expect((await app.http('GET', `/admin/resource-definitions?name=${name}`, { as: admin })).status).toBe(404);
    expect(
      (await app.http('GET', '/open/menu', { as: admin })).body.menus.map(({ url }: { url: string }) => url),
    ).not.toContain(badges);
    await setPluginState(app.ctx, 'check-in', true);
    expect((await app.http('GET', `${badges}/list`, { as: admin })).body.total).toBe(4);
    await uninstallPlugin(app.ctx, 'check-in', true);
    const { rows } = await sql`select 1 from pg_namespace where nspname like 'plugin\_check\_in%'`.execute(app.ctx.db);
    expect(rows).toEqual([]);
  });
});

const words = (text: string) => ({ 'zh-CN': text });
const notes = (more: object = {}) => ({
  name: 'notes',
  title: words('笔记'),
  row_title: 'title',
  fields: {
    title: { kind: 'text', rules: 'required|max:20', label: words('标题') },
    state: {
      kind: 'choice',
      choices: ['new', 'done'],
      initial: 'new',
      label: words('状态'),
      choice_labels: { new: words('新建'), done: words('完成') },
    },
    marks: { kind: 'tags', label: words('标记') },
    price: { kind: 'decimal', label: words('价格') },
    day: { kind: 'date', label: words('日期') },
  },
  list: { columns: ['title', 'state', 'marks', 'day'], filters: ['state', 'marks', 'day'], sort: ['day', 'state'] },
  ...more,
});

describe('what the table of a resource is', () => {
  const at = '/admin/plugins/other/notes';

  it('needs no server code, has every kind of field, and grows with its plugin', async () => {
    await install(pack('other', { resources: [notes()] }));
    const body = { title: '一', marks: ['甲', '乙'], price: 1.5, day: '2026-11-26' };
    const { id } = (await app.http('POST', at, { as: admin, body })).body;
    expect(
      (await app.http('GET', `${at}/list?where[state]=new&where[marks]=${encodeURIComponent('甲')}`, { as: admin }))
        .body.data,
    ).toMatchObject([{ id, ...body, state: 'new' }]);
    expect((await app.http('GET', `${at}/${id}`, { as: admin })).body.maps.state).toMatchObject([
      { value: 'new', label: '新建' },
      { value: 'done', label: '完成' },
    ]);
    const { fields } = notes();
    const more = { ...fields, count: { kind: 'integer', initial: 2, label: words('数量') } };
    await install(pack('other', { version: '1.1.0', resources: [notes({ fields: more })] }));
    expect((await app.http('GET', `${at}/${id}`, { as: admin })).body.row).toMatchObject({ title: '一', count: 2 });
    const other = { ...fields, price: { kind: 'text', label: words('价格') } };
    await expect(
      install(pack('other', { version: '1.2.0', resources: [notes({ fields: other })] })),
    ).rejects.toMatchObject({
      details: { params: { reason: 'notes.price has been numeric and cannot become text: name a new field' } },
    });
    await uninstallPlugin(app.ctx, 'other', true);
  });

  it('belongs to the product: the plugin reads and writes its rows within bounds, and attaches nothing', async () => {
    const statements = {
      writes: "insert into notes (title) values ('甲') returning title, state",
      long: "insert into notes (title) values (repeat('x', 600))",
      trigger:
        'create trigger t before insert on notes for each row execute function suppress_redundant_updates_trigger()',
      alters: "alter table notes alter title set default 'x'",
      rule: 'create rule r as on insert to notes do nothing',
      drops: 'drop table notes',
      takes: 'create table plugin_other__resources.mine (id int)',
      empties: 'truncate notes',
    };
    const code = `const attempt = (text) => async (_request, kaike) => {
        try { return { text: JSON.stringify(await kaike.query(text)) } } catch (error) { return { text: error.message } }
      };
      export const routes = { ${Object.entries(statements)
        .map(([key, text]) => `'GET /open/${key}': attempt(${JSON.stringify(text)})`)
        .join(', ')} };`;
    const files: Files = { 'server.mjs': code };
    const routes = Object.keys(statements).map((key) => openRoute(`/${key}`));
    await install(pack('other', { server: 'server.mjs', resources: [notes()], routes }, files));
    const texts = Object.fromEntries(
      await Promise.all(
        Object.keys(statements).map(
          async (key) => [key, (await app.http('GET', `/open/plugins/other/${key}`)).body.text] as const,
        ),
      ),
    );
    expect(texts['writes']).toBe('[{"title":"甲","state":"new"}]');
    expect(texts['long']).toContain('violates check constraint');
    for (const key of ['trigger', 'alters', 'rule', 'drops', 'takes', 'empties'])
      expect(texts[key], key).toMatch(/must be owner|permission denied/);
    expect((await app.http('GET', `${at}/list`, { as: admin })).body.total).toBe(1);
  });

  it('is there while the process of its plugin is not', async () => {
    const code = `export const routes = { 'GET /open/ends': () => process.exit(1) };`;
    await uninstallPlugin(app.ctx, 'other', true);
    const manifest = { server: 'server.mjs', resources: [notes()], routes: [openRoute('/ends')] };
    await install(pack('other', manifest, { 'server.mjs': code }));
    expect((await app.http('GET', '/open/plugins/other/ends')).body.code).toBe('plugin.failed');
    expect((await app.http('GET', '/open/plugins/other/ends')).body.code).toBe('plugin.resting');
    expect((await app.http('POST', at, { as: admin, body: { title: '在' } })).status).toBe(201);
    expect((await app.http('GET', `${at}/list`, { as: admin })).body.total).toBe(1);
  });

  it.each([
    [
      'a field that every row has',
      { fields: { ...notes().fields, id: { kind: 'integer', label: words('x') } } },
      'fields.id.name is one of',
    ],
    ['a title that is no text', { row_title: 'price' }, 'row_title must be one of its texts'],
    ['a filter by what it does not have', { list: { filters: ['password'] } }, 'list.filters has password'],
    ['an operation that nobody knows', { only: ['list', 'import'] }, 'only must be some of'],
    ['a secret', { fields: { title: { kind: 'password', label: words('x') } } }, 'fields.title.kind must be one of'],
    ['a sort that is not offered', { list: { default_sort: 'title' } }, 'list.default_sort must be'],
    ['a name that is an address', { name: '../users' }, 'resources[0].name must be'],
  ])('is not made with %s', async (_name, more, reason) => {
    await expect(install(pack('other', { resources: [notes(more)] }))).rejects.toMatchObject({
      code: 'plugin.package',
      details: { params: { reason: expect.stringContaining(reason) } },
    });
  });

  it('is not at the address of a page or a route', async () => {
    const code = 'export const routes = {};';
    const routes = [openRoute('/notes/:id', { area: 'admin', permission: 'all' })];
    const own = { all: { name: words('全部') } };
    const source = pack(
      'other',
      { server: 'server.mjs', own_permissions: own, resources: [notes()], routes },
      { 'server.mjs': code },
    );
    await expect(install(source)).rejects.toMatchObject({
      details: { params: { reason: expect.stringContaining('resources has notes') } },
    });
  });
});
