import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pluginState } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import type { AdminPerson } from '../../../../test/app.ts';
import { openRoute, startPluginTest, type PluginTest } from '../../../../test/plugins/plugin-app.ts';
import { writeArchive } from '../../../../test/plugins/write-archive.ts';
import { uninstallPlugin } from './life/change-plugin.ts';
import { inspectPackage } from './life/inspect.ts';
import { installPackage } from './life/install-package.ts';
import { loggedByConsole } from './life/log-change.ts';
import { pluginsOf } from './run/plugin-host.ts';

let test: PluginTest;
let app: PluginTest['app'];
let folder: PluginTest['folder'];
let install: PluginTest['install'];
let pack: PluginTest['pack'];
let stateOf: PluginTest['stateOf'];
let admin: AdminPerson;

beforeAll(async () => {
  test = await startPluginTest();
  ({ app, folder, install, pack, stateOf } = test);
  admin = await app.person.admin();
});
afterAll(() => test.close(['other']));

it('a change by the console is in the operation log, too', async () => {
  const source = pack('other', {});
  const inspection = await inspectPackage(app.ctx, source);
  await installPackage(app.ctx, inspection, loggedByConsole('plugin:install', 'create'));
  await uninstallPlugin(app.ctx, 'other', true, loggedByConsole('plugin:remove', 'delete'));
  const entries = await app.ctx.db
    .selectFrom('logs')
    .select(['operator', 'user_id', 'resource', 'action', 'record_id', 'after'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  const common = { user_id: null, resource: 'plugins', record_id: 'other' };
  expect(entries).toEqual([
    { ...common, operator: 'kaike plugin:remove', action: 'delete', after: expect.objectContaining({ state: 4 }) },
    {
      ...common,
      operator: 'kaike plugin:install',
      action: 'create',
      after: expect.objectContaining({ version: '1.0.0' }),
    },
  ]);
});

it('a package of nothing but folders is refused before it is read to its end', async () => {
  const names = Array.from({ length: 1001 }, (_, count) => `package/d${count}/`);
  const file = await writeArchive(join(folder, 'folders.tgz'), Object.fromEntries(names.map((name) => [name, null])));
  await expect(inspectPackage(app.ctx, file)).rejects.toMatchObject({
    code: 'plugin.package',
    details: { params: { reason: 'it has more than 1000 files and folders' } },
  });
});

it('a removal whose tables cannot be dropped can be repeated', async () => {
  const files = {
    'server.mjs': 'export const routes = {};',
    'migrations/0001_own.sql': 'create table own (id int)',
  };
  await install(pack('other', { server: 'server.mjs' }, files));
  // As if somebody held the tables.
  const db = app.ctx.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'RawNode' && node.sqlFragments.join('').startsWith('drop schema')) throw new Error('not now');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await expect(uninstallPlugin({ ...app.ctx, db }, 'other', true)).rejects.toThrow('not now');
  expect([await stateOf('other'), (await pluginsOf(app.ctx).find('other'))?.row.id]).toEqual([
    pluginState.removed,
    undefined,
  ]);
  await uninstallPlugin(app.ctx, 'other', true);
  const { rows } =
    await sql`select 1 from pg_namespace where nspname = 'plugin_other' union all select 1 from pg_roles where rolname like 'kaike\_' || (select oid from pg_database where datname = current_database()) || '\_other'`.execute(
      app.ctx.db,
    );
  expect([await stateOf('other'), rows]).toEqual([undefined, []]);
});

it.each([
  [
    'a migration for another schema',
    {},
    { 'migrations/0001_bad.sql': 'alter table public.users add column taken text' },
    'must be owner|permission denied',
  ],
  ['a route outside its own address', { routes: [openRoute('/../../admin/users')] }, {}, 'routes[0].path'],
  ['a permission that no plugin can have', { permissions: ['admin.users.update'] }, {}, 'admin.users.update'],
  [
    'an own permission that it does not declare',
    { routes: [openRoute('/a', { area: 'admin', permission: 'all' })] },
    {},
    'own_permissions',
  ],
  [
    'a rule with a pattern',
    { routes: [openRoute('/a', { query: { q: { kind: 'text', rules: 'regex:(a+)+$' } } })] },
    {},
    'must not have patterns',
  ],
  [
    'an answer that the page around it would act on',
    { routes: [openRoute('/a', { answer: { 'redirect?': 'text', alert: { show: 'boolean' } } })] },
    {},
    'answer must not have redirect, alert',
  ],
  ['a key that nobody knows', { network: true }, {}, 'network is not known'],
  [
    'a secret that a request would carry',
    { routes: [openRoute('/a', { body: { key: { kind: 'password' } } })] },
    {},
    'kind must be one of',
  ],
  [
    'a secret with a value of its own',
    { settings: { key: { label: { 'zh-CN': '密钥' }, kind: 'password', initial: 'x' } } },
    {},
    'initial is not for secrets',
  ],
  ['another contract', { kaike: '^2' }, {}, 'asks for "^2"'],
  [
    'a page outside web/',
    { pages: [{ area: 'home', name: 'p', title: { 'zh-CN': 'p' }, module: 'server.mjs' }] },
    {},
    'below web/',
  ],
  ['an id that is a path', { id: '../users' }, {}, 'id must be'],
])('does not include %s', async (_name, manifest, files, reason) => {
  await test.clear('other');
  const source = pack(
    'other',
    { server: 'server.mjs', ...manifest },
    { 'server.mjs': 'export const routes = {};', ...files },
  );
  const error = await install(source).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'plugin.package' });
  expect(String(Reflect.get(Object(Reflect.get(Object(error), 'details')), 'params').reason)).toMatch(
    new RegExp(reason.replace(/[[\]().^+$]/g, '\\$&')),
  );
  const { rows } = await sql`select 1 from pg_namespace where nspname = 'plugin_other'`.execute(app.ctx.db);
  expect(rows).toEqual([]);
});

describe('a secret of a plugin', () => {
  const secret = 'sk-live-5f2c91';
  const manifest = {
    server: 'server.mjs',
    routes: [openRoute('/key')],
    settings: {
      key: { label: { 'zh-CN': '密钥' }, kind: 'password', rules: 'required|max:100' },
      place: { label: { 'zh-CN': '地址' }, kind: 'text' },
    },
  };
  const code =
    "export const routes = { 'GET /open/key': async (_request, kaike) => ({ text: JSON.stringify(await kaike.settings()) }) };";
  const save = async (settings: object) =>
    (await app.http('PUT', '/admin/plugins/other', { as: admin, body: { settings } })).status;
  const seen = async () => (await app.http('GET', '/open/plugins/other/key')).body.text;

  it('is known to the plugin alone: neither the page, the logs nor the database shows it', async () => {
    await test.clear('other');
    await install(pack('other', manifest, { 'server.mjs': code }));
    expect(await save({ key: secret, place: '上海' })).toBe(200);
    expect(await seen()).toBe(JSON.stringify({ place: '上海', key: secret }));
    const list = await app.http('GET', '/admin/plugins', { as: admin });
    const shown = list.body.plugins.find(({ id }: { id: string }) => id === 'other').settings;
    expect(shown).toMatchObject([{ key: 'key', kind: 'password', value: null, is_set: true }, { is_set: false }]);
    const { rows } = await sql<{ text: string }>`select
      (select coalesce(string_agg(l::text, ' '), '') from logs l) || (select string_agg((to_jsonb(p) - 'archive')::text, ' ') from plugins p)
      || (select coalesce(string_agg(l::text, ' '), '') from plugin_logs l) || (select string_agg(encode(value, 'escape'), ' ') from plugin_secrets) as text`.execute(
      app.ctx.db,
    );
    expect(rows[0]?.text).toContain('上海');
    expect(JSON.stringify(list.body) + String(rows[0]?.text)).not.toContain(secret);
    const last = await app.ctx.db.selectFrom('logs').select('after').orderBy('id', 'desc').executeTakeFirst();
    expect(last?.after).toMatchObject({ secrets: ['key'], settings: { place: '上海' } });
  });

  it('stays unless it is replaced or cleared, and keeps its rules', async () => {
    expect([await save({ key: null, place: '北京' }), await seen()]).toEqual([
      200,
      JSON.stringify({ place: '北京', key: secret }),
    ]);
    expect(await save({ key: '' })).toBe(422);
    const optional = {
      ...manifest,
      version: '1.1.0',
      settings: { ...manifest.settings, key: { ...manifest.settings.key, rules: 'max:100' } },
    };
    await install(pack('other', optional, { 'server.mjs': code }));
    expect(await seen()).toBe(JSON.stringify({ place: '北京', key: secret }));
    expect([await save({ key: '' }), await seen()]).toEqual([200, JSON.stringify({ place: '北京', key: '' })]);
    await uninstallPlugin(app.ctx, 'other', true);
  });
});
