import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../test/app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const add = (body: object) => app.http('POST', '/admin/apps', { as: admin, body: { platform: 'android', url: 'https://school.cn/app.apk', ...body } });
const ask = (version: string, platform = 'android') => app.http('GET', `/open/apps/version-info?platform=${platform}&version=${version}`, {});

test('an app learns whether it may or must be updated, from the highest version that is on', async () => {
  const ids = [(await add({ version_name: '1.10', min_version: '1.5' })).body.id, (await add({ version_name: '1.9' })).body.id];
  await add({ version_name: '9.0' });
  expect((await ask('1.0')).body.update).toBe('none');
  expect((await app.http('PUT', '/admin/apps/change-status', { as: admin, body: { ids, status: 1 } })).body.changed).toBe(2);
  expect((await ask('1.4')).body).toMatchObject({ update: 'forced', version: '1.10' });
  expect((await ask('1.9')).body.update).toBe('optional');
  expect((await ask('1.10.0')).body.update).toBe('none');
  expect((await ask('1.0', 'ios')).body.update).toBe('none');
  expect((await ask('new')).body.code).toBe('app.version');
});

test('versions and checksums that make no sense are refused at their field', async () => {
  expect((await add({ version_name: 'v1' })).body.code).toBe('app.version');
  expect((await add({ version_name: '1.0', min_version: '2.0' })).body.code).toBe('app.min_above');
  expect((await add({ version_name: '1.0', sha256: 'abc' })).body.code).toBe('app.bad_checksum');
});

test('a version of a platform is there once, and the refusal is told at its field', async () => {
  const body = { platform: 'windows', version_name: '3.1' };
  const first = await add(body);
  const again = await add(body);
  expect(again.status).toBe(422);
  expect(again.body).toMatchObject({ code: 'app.taken', errors: { version_name: expect.anything() } });
  const other = await add({ ...body, version_name: '3.2' });
  expect((await app.http('PUT', `/admin/apps/${other.body.id}`, { as: admin, body: { version_name: '3.1', version: 1 } })).body.code).toBe('app.taken');
  expect((await app.http('PUT', `/admin/apps/${first.body.id}`, { as: admin, body: { remark: '稳定版', version: 1 } })).status).toBe(200);
});
