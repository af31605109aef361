import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../test/app.ts';

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

it('calls to vendors are shown by day with the settings, and forgotten after 90 days', async () => {
  const call = app.ctx.adapters.lines.of('storage', 's3');
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
