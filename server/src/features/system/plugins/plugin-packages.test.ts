import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminPerson } from '../../../../test/app.ts';
import { examples, startPluginTest, type PluginTest } from '../../../../test/plugins/plugin-app.ts';
import { writeArchive } from '../../../../test/plugins/write-archive.ts';
import { loadPackage } from './package/load-package.ts';

let test: PluginTest;
let here: AdminPerson;

beforeAll(async () => {
  test = await startPluginTest({ env: 'local' });
  here = { ...(await test.app.person.admin()), ip: '127.0.0.1' };
});
afterAll(() => test.close(['check-in']));

const packages = '/admin/plugin-packages';
const send = (method: 'POST' | 'DELETE', path: string, body: object) => test.app.http(method, path, { as: here, body });

it.each([
  ['npm', 'package/'],
  ['tar', './'],
])('a .tgz as %s makes it is looked at, installed and removed in the back office', async (tool, root) => {
  const { app, folder } = test;
  const files = await loadPackage(join(examples, 'check-in'));
  const entries = [...files].map(([path, content]) => [root + path, content] as const);
  const source = await writeArchive(join(folder, `${tool}.tgz`), { [root]: null, ...Object.fromEntries(entries) });
  const { body: preview } = await send('POST', `${packages}/preview`, { source });
  expect(preview).toMatchObject({ current: null, plugin: { id: 'check-in', name: '学习打卡', version: '1.1.0' } });
  const listed = async () => (await app.http('GET', '/admin/plugins', { as: here })).body;
  const offer = async () =>
    (await listed()).offers.find(({ path }: { path: string }) => path === join(examples, 'check-in'));
  expect((await listed()).plugins).toEqual([]);
  expect(await offer()).toMatchObject({ name: '学习打卡', is_installed: false });
  const install = (hash: string) => send('POST', packages, { source, hash });
  expect((await install('0'.repeat(64))).body.code).toBe('plugin.changed_since');
  expect((await install(preview.hash)).body.plugin).toMatchObject({ id: 'check-in', state: 'on' });
  expect(await offer()).toMatchObject({ is_installed: true });
  const { resources } = (await app.http('GET', '/admin/developments/resources', { as: here })).body;
  expect(resources.filter(({ plugin }: { plugin: string | null }) => plugin !== null)).toMatchObject([
    {
      name: 'plugins/check-in/badges',
      plugin: '学习打卡',
      routes: expect.arrayContaining(['GET /admin/plugins/check-in/badges/list']),
      permissions: expect.arrayContaining(['admin.plugins/check-in/badges.create']),
    },
  ]);
  expect((await send('DELETE', `${packages}/check-in`, { with_data: true })).status).toBe(200);
  expect((await listed()).plugins).toEqual([]);
});
