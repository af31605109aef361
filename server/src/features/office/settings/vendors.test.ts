import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

const account = {
  s3_endpoint: 'https://s3.example.com',
  s3_bucket: 'first',
  s3_access_key_id: 'id',
  s3_access_key_secret: 'secret',
};
const save = (values: Record<string, unknown>) => app.http('PUT', '/admin/configs', { as: admin, body: { values } });

it('the place of a storage stays while files are there, or might come back there; its keys may change', async () => {
  expect((await save({ ...account, storage_driver: 's3' })).status).toBe(200);
  await sql`insert into stored_files (key, storage, size, created_at, members) values
    ('2026/11/a.webp', 's3', 3, now(), null), ('2026/11/b', 's3', 4, now(), '{x.ts,y.ts}')`.execute(app.ctx.db);
  const refused = await save({ s3_bucket: 'second', s3_region: 'eu-west-1' });
  expect([refused.status, refused.body.code]).toEqual([422, 'config.files_there']);
  expect(refused.body.errors.s3_bucket[0]).toMatch(/3 个文件.*kaike files:move/);
  expect((await save({ s3_endpoint: 'https://elsewhere.example.com' })).body.code).toBe('config.files_there');
  expect((await save({ s3_access_key_id: 'other', s3_region: 'eu-west-1', oss_bucket: 'own' })).status).toBe(200);
  expect((await save({ s3_bucket: 'first' })).status).toBe(200);
  await sql`update stored_files set storage = 'local', moved_from = 's3'`.execute(app.ctx.db);
  expect((await save({ s3_bucket: 'second' })).body.code).toBe('config.files_there');
  const [{ id }] = (await app.http('GET', '/admin/configs/history', { as: admin, query: { key: 's3_bucket' } })).body
    .data;
  expect(id).toBeGreaterThan(0);
  await sql`update stored_files set moved_from = null`.execute(app.ctx.db);
  expect((await save({ s3_bucket: 'second' })).status).toBe(200);
});

it('the region of a host of videos stays while it has some; its default written out, its keys and its domain may change', async () => {
  const host = {
    vod_access_key_id: 'id',
    vod_access_key_secret: 'secret',
    vod_domain: 'https://vod.example.com',
    video_driver: 'aliyun',
  };
  expect((await save(host)).status).toBe(200);
  await sql`insert into media (storage_key, provider, provider_id, title, status, size, created_at, updated_at, deleted_at) values
    ('2026/11/v1', 'aliyun', 'v1', '', 3, 3, now(), now(), null), ('2026/11/v2', 'aliyun', 'v2', '', 3, 3, now(), now(), now()),
    ('2026/11/v3', 'local', null, '', 3, 3, now(), now(), null)`.execute(app.ctx.db);
  for (const values of [{ vod_region: 'cn-beijing' }, { vod_endpoint: 'https://vod.example.org' }]) {
    const refused = await save(values);
    expect([refused.status, refused.body.code]).toEqual([422, 'config.videos_there']);
    expect(refused.body.errors[Object.keys(values)[0] ?? ''][0]).toMatch(/2 个视频.*重新上传/);
  }
  const allowed = { vod_region: 'cn-shanghai', vod_access_key_id: 'other', vod_domain: 'https://v.example.com' };
  expect((await save({ ...allowed, video_driver: 'local' })).status).toBe(200);
  await sql`update media set provider_id = null where provider = 'aliyun'`.execute(app.ctx.db);
  expect((await save({ vod_region: 'cn-beijing', video_driver: 'aliyun' })).status).toBe(200);
});

it('calls to vendors are shown by day with the settings, and forgotten after 90 days', async () => {
  const call = app.ctx.adapters.clients.clientFor('storage', 's3');
  await expect(call('http://127.0.0.1:1/', { method: 'PUT', body: 'abc' })).rejects.toThrow();
  const read = async () => (await app.http('GET', '/admin/configs', { as: admin })).body.usage;
  const expected = { service: 'storage', vendor: 's3', calls: 1, failures: 1, sent_bytes: 3, received_bytes: 0 };
  expect(await read()).toEqual([expect.objectContaining(expected)]);
  await expect(call('http://127.0.0.1:1/', {})).rejects.toThrow();
  expect(await read()).toEqual([expect.objectContaining({ calls: 2, failures: 2 })]);
  await app.ctx.db
    .updateTable('vendor_calls')
    .set({ day: sql`day - 14` })
    .execute();
  expect(await read()).toEqual([]);
});
