import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documents } from '../../../../test/documents.ts';
import { startTestApp, type Person, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const add = (body: object) =>
  app.http('POST', '/admin/apps', {
    as: admin,
    body: { platform: 'android', url: 'https://school.cn/app.apk', ...body },
  });
const getVersion = (version: string, platform = 'android') =>
  app.http('GET', `/open/apps/version-info?platform=${platform}&version_code=${version}`, {});

test('an app learns whether it may or must be updated, from the highest version that is on', async () => {
  const ids = [
    (await add({ version_name: '1.10', min_version: '1.5' })).body.id,
    (await add({ version_name: '1.9' })).body.id,
  ];
  await add({ version_name: '9.0' });
  expect((await getVersion('1.0')).body.update).toBe('none');
  expect(
    (await app.http('PUT', '/admin/apps/change-status', { as: admin, body: { ids, status: 1 } })).body.changed,
  ).toBe(2);
  expect((await getVersion('1.4')).body).toMatchObject({
    update: 'forced',
    app: { platform: 'android', version: '1.10', min_version: '1.5' },
  });
  expect((await getVersion('1.9')).body.update).toBe('optional');
  expect((await getVersion('1.10.0')).body.update).toBe('none');
  expect((await getVersion('1.0', 'ios')).body).toEqual({ update: 'none', app: null });
  expect((await getVersion('new')).body.code).toBe('app.version');
});

test('versions and checksums that make no sense are refused at their field', async () => {
  expect((await add({ version_name: 'v1' })).body.code).toBe('app.version');
  expect((await add({ version_name: '1.0', min_version: '2.0' })).body.code).toBe('app.min_above');
  expect((await add({ version_name: '1.0', sha256: 'abc' })).body.code).toBe('app.bad_checksum');
});

test('a version exists once per platform, and a duplicate is reported at its field', async () => {
  const body = { platform: 'windows', version_name: '3.1' };
  const first = await add(body);
  const again = await add(body);
  expect(again.status).toBe(422);
  expect(again.body).toMatchObject({ code: 'app.taken', errors: { version_name: expect.anything() } });
  const other = await add({ ...body, version_name: '3.2' });
  expect(
    (await app.http('PUT', `/admin/apps/${other.body.id}`, { as: admin, body: { version_name: '3.1', version: 1 } }))
      .body.code,
  ).toBe('app.taken');
  expect(
    (await app.http('PUT', `/admin/apps/${first.body.id}`, { as: admin, body: { remark: '稳定版', version: 1 } }))
      .status,
  ).toBe(200);
});

async function upload(name: string, bytes: Buffer): Promise<string> {
  const boundary = 'kaike-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const answer = await app.http('POST', '/admin/files', {
    as: admin,
    body,
    query: { name, accept: 'apk,exe,zip' },
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  return answer.body.address;
}

test('an uploaded installer is measured by the server, and everyone gets it at an address that stays', async () => {
  const file = await upload('kaike-5.0.apk', documents.apk);
  const sum = createHash('sha256').update(documents.apk).digest('hex');
  const created = await add({ version_name: '5.0', url: '', file, sha256: 'a'.repeat(64) });
  expect(created.status).toBe(201);
  const { id } = created.body;
  expect((await app.http('GET', `/admin/apps/${id}`, { as: admin })).body.row).toMatchObject({
    file,
    size: documents.apk.length,
    sha256: sum,
    file_info: { file: { name: 'kaike-5.0.apk' } },
  });
  const path = `/open/apps/${id}/download`;
  expect((await app.http('GET', path, {})).status).toBe(404);
  await app.http('PUT', '/admin/apps/change-status', { as: admin, body: { ids: [id], status: 1 } });
  const body = (await getVersion('1.0')).body.app;
  expect(body).toMatchObject({ version: '5.0', sha256: sum, size: documents.apk.length });
  expect(new URL(body.url).pathname).toBe(`/web-api${path}`);
  expect((await app.http('GET', '/open/apps', {})).body.data[0].url).toBe(`/web-api${path}`);
  const response = await app.http('GET', path, {});
  expect([response.status, response.headers['cache-control']]).toEqual([302, 'no-store']);
  const opened = await app.http('GET', String(response.headers['location']), { base: '' });
  expect(opened.raw.equals(documents.apk)).toBe(true);
  expect(opened.headers['content-disposition']).toContain('attachment; filename="kaike-5.0.apk"');
});

test('a version needs an installer of its own platform or an address', async () => {
  const file = await upload('a.apk', documents.apk);
  expect((await add({ version_name: '6.0', url: '' })).body).toMatchObject({
    code: 'app.no_source',
    errors: { file: expect.anything() },
  });
  expect((await add({ version_name: '6.0', platform: 'windows', file })).body).toMatchObject({
    code: 'app.wrong_installer',
    errors: { file: [expect.stringContaining('exe / msi / zip')] },
  });
  expect((await add({ version_name: '6.0', platform: 'ios', file, url: '' })).body).toMatchObject({
    code: 'app.no_source',
    errors: { url: expect.anything() },
  });
  expect((await add({ version_name: '6.0', file: '/uploads/files/2026/01/nobody.apk' })).status).toBe(422);
  const { id } = (await add({ version_name: '6.0', file, url: '' })).body;
  expect((await app.http('PUT', `/admin/apps/${id}`, { as: admin, body: { file: null, version: 1 } })).body.code).toBe(
    'app.no_source',
  );
  expect(
    (await app.http('PUT', `/admin/apps/${id}`, { as: admin, body: { platform: 'macos', version: 1 } })).body.code,
  ).toBe('app.wrong_installer');
  expect(
    (await app.http('PUT', `/admin/apps/${id}`, { as: admin, body: { platform: 'ios', version: 1 } })).body,
  ).toMatchObject({ code: 'app.no_source', errors: { url: expect.anything() } });
  const moved = await app.http('PUT', `/admin/apps/${id}`, {
    as: admin,
    body: { file: null, url: 'https://school.cn/a.apk', sha256: '', version: 1 },
  });
  expect(moved.status).toBe(200);
  expect((await app.http('GET', `/admin/apps/${id}`, { as: admin })).body.row).toMatchObject({
    file: null,
    size: null,
    sha256: '',
  });
});

test('a version moved to iOS loses its installer and accepts none', async () => {
  const file = await upload('b.apk', documents.apk);
  const { id } = (await add({ version_name: '6.1', file, url: '' })).body;
  const change = (body: object) => app.http('PUT', `/admin/apps/${id}`, { as: admin, body });
  expect((await change({ platform: 'ios', url: 'https://apps.apple.com/cn/app/id1', version: 1 })).status).toBe(200);
  expect((await app.http('GET', `/admin/apps/${id}`, { as: admin })).body.row).toMatchObject({
    platform: 'ios',
    file: null,
    size: null,
    sha256: '',
  });
  expect((await change({ file, version: 2 })).body.code).toBe('app.store_only');
});
