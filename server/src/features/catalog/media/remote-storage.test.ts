import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { encodeObjectKey } from '../../../adapters/storage/object-key.ts';
import { startTestApp, type AdminPerson, type Reply, type TestApp } from '../../../../test/app.ts';
import { makeTestSound, makeTestVideo } from '../../../../test/media.ts';
import { cleanMedia } from './clean-media.ts';
import { secretOf, vendorNames, type VendorFake, type VendorName } from '../../../../test/fakes/storage-vendors.ts';
import { listFiles, openAccount, startSecondServer, type SecondServer } from '../../../../test/remote-storage.ts';

let app: TestApp;
let second: SecondServer;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  second = await startSecondServer(app);
});
afterAll(async () => {
  await second.close();
  await app.close();
});

type Grant = { token: string; key: string; upload_url: string; bucket: string; method: string; part_size: number };

async function getGrant(name: string, size: number): Promise<Grant> {
  const reply = await app.http('GET', '/admin/media/upload-token', { as: admin, query: { name, size } });
  return reply.body;
}

const uploadsOf = (grant: Grant): string =>
  `${grant.upload_url}/buckets/${grant.bucket}/objects/${encodeObjectKey(grant.key)}/uploads`;

/** A request of the protocol, to our server or to the vendor's. */
async function kodo(
  grant: Grant,
  method: string,
  path: string,
  body?: Buffer,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const url = uploadsOf(grant) + path;
  const headers = { authorization: `UpToken ${grant.token}` };
  if (url.startsWith('/')) {
    const type = { 'content-type': 'application/octet-stream' };
    return app.http(method, url, { base: '', body, headers: { ...headers, ...type } });
  }
  const reply = await fetch(url, { method, headers, ...(body ? { body: new Uint8Array(body) } : {}) });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

/** Sends one part as the browser does, and returns its tag. */
async function sendPart(grant: Grant, path: string, part: Buffer): Promise<string> {
  if (grant.method === 'kodo-parts') return String((await kodo(grant, 'PUT', path, part)).body['etag']);
  const { body } = await kodo(grant, 'GET', `${path}?size=${part.length}`);
  const reply = await fetch(String(body['url']), { method: 'PUT', body: new Uint8Array(part) });
  return reply.headers.get('etag') ?? '';
}

/** Everything a browser does with a file, up to its registration. */
async function upload(bytes: Buffer, name: string): Promise<{ grant: Grant; register: () => Promise<Reply> }> {
  const grant = await getGrant(name, bytes.length);
  const { body: session } = await kodo(grant, 'POST', '');
  const path = `/${String(session['uploadId'])}`;
  const parts: { partNumber: number; etag: string }[] = [];
  for (let from = 0; from < bytes.length; from += grant.part_size) {
    const partNumber = parts.length + 1;
    parts.push({
      partNumber,
      etag: await sendPart(grant, `${path}/${partNumber}`, bytes.subarray(from, from + grant.part_size)),
    });
  }
  const completed = await kodo(grant, 'POST', path, Buffer.from(JSON.stringify({ parts })));
  expect(completed.status).toBe(200);
  const body = { key: grant.key, title: name };
  return { grant, register: () => app.http('POST', '/admin/media', { as: admin, body }) };
}

async function useVendor(vendor: VendorName): Promise<VendorFake> {
  const fake = await openAccount(app, vendor);
  await app.setting('storage_driver', vendor);
  const settingsOf = async ({ settings }: SecondServer['ctx']) => Object.fromEntries(await settings.all());
  await expect.poll(() => settingsOf(second.ctx)).toEqual(await settingsOf(app.ctx));
  onTestFinished(async () => {
    await app.setting('storage_driver', 'local');
    await fake.close();
  });
  return fake;
}

const addressesIn = (playlist: string): string[] =>
  [...playlist.matchAll(/(?:^|URI=")(https?:[^\n"]+)/gm)].map(([, url]) => url ?? '');

async function processed(register: () => Promise<Reply>): Promise<{ id: number; row: Record<string, unknown> }> {
  const { id } = (await register()).body.media;
  await app.runJobs();
  return { id, row: (await app.http('GET', `/admin/media/${id}`, { as: admin })).body.row };
}

describe.each(vendorNames)('with files at %s', (vendor) => {
  it('a video plays on a server that has nothing on its disk', async () => {
    const fake = await useVendor(vendor);
    const { grant, register } = await upload(await readFile(await makeTestVideo({ seconds: 14 })), 'lesson.mp4');
    const { id, row } = await processed(register);
    expect(row).toMatchObject({ status: 3, duration_sec: 14, error: '' });
    const preview = await second.http('GET', `/admin/media/${id}/preview`, { as: admin });
    const playlist = await second.http('GET', preview.body.url, { base: '' });
    expect(playlist.headers['content-type']).toBe('application/vnd.apple.mpegurl');
    const addresses = addressesIn(playlist.text);
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of addresses) {
      expect(new URL(address).origin).toBe(fake.base);
      const segment = await fetch(address);
      expect([segment.status, (await segment.arrayBuffer()).byteLength > 100]).toEqual([200, true]);
    }
    const cover = await second.http('GET', String(row['cover']), { base: '' });
    expect([cover.status, cover.headers['content-type']]).toEqual([200, 'image/webp']);
    const root = grant.key.replace('.mp4', '');
    const own = (await listFiles(app.ctx.config.data_dir)).filter((name) => name.startsWith(root));
    expect([await second.files(), own]).toEqual([[], []]);
    app.clock.advance(3_601_000);
    expect((await fetch(addresses[0] ?? '')).ok).toBe(false);
    expect((await second.http('GET', preview.body.url, { base: '' })).status).toBe(403);
    await app.http('DELETE', '/admin/media', { as: admin, body: { ids: [id] } });
    await app.ctx.db
      .updateTable('media')
      .set({ deleted_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    await cleanMedia.run(app.ctx, {});
    expect([...fake.objects.keys()].filter((key) => key.startsWith(root))).toEqual([]);
  });

  it('a sound is read from the vendor, its free beginning too', async () => {
    const fake = await useVendor(vendor);
    const { register } = await upload(await readFile(await makeTestSound({ seconds: 8, ext: 'mp3' })), 'lesson.mp3');
    const { id } = await processed(register);
    const preview = await second.http('GET', `/admin/media/${id}/preview`, { as: admin });
    const reply = await second.http('GET', preview.body.url, { base: '' });
    expect([reply.status, reply.headers['cache-control']]).toEqual([302, 'private, no-store']);
    const sound = await fetch(String(reply.headers['location']), { headers: { range: 'bytes=0-9' } });
    expect([sound.status, sound.url.startsWith(fake.base)]).toEqual([206, true]);
    const { renditions } = await app.ctx.db
      .selectFrom('media')
      .select('renditions')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { playlist } = renditions as { playlist: string };
    const part = second.ctx.adapters.storage.signedUrl(playlist, {
      expires_at: new Date(app.clock.now().getTime() + 60_000),
      params: { p: '3' },
    });
    const beginning = await fetch(String((await second.http('GET', part, { base: '' })).headers['location']));
    const whole = await fetch(String(reply.headers['location']));
    expect((await beginning.arrayBuffer()).byteLength).toBeLessThan((await whole.arrayBuffer()).byteLength);
    expect(await second.files()).toEqual([]);
  });

  it('the test in the settings writes, reads and removes a file, and says what is wrong', async () => {
    const fake = await useVendor(vendor);
    const test = async () =>
      (await app.http('POST', '/admin/configs/test', { as: admin, body: { group: 'storage' } })).body;
    expect(await test()).toMatchObject({ state: 'passed' });
    expect(fake.objects.size).toBe(0);
    await app.setting(secretOf[vendor], 'wrong');
    expect(await test()).toMatchObject({ state: 'failed', text: '密钥不正确' });
    await app.setting(secretOf[vendor], '');
    expect(await test()).toMatchObject({ state: 'failed', text: '存储服务的设置还不完整，暂时不能上传文件。' });
  });

  it('what is no video does not count, whatever the browser said, and is removed', async () => {
    const fake = await useVendor(vendor);
    const { grant, register } = await upload(Buffer.from('<html>'.repeat(1000)), 'lesson.mp4');
    expect((await register()).body.code).toBe('upload.not_a_video');
    expect(fake.objects.has(grant.key)).toBe(false);
  });

  it('documents come from the server, with the headers that keep browsers from running them', async () => {
    const fake = await useVendor(vendor);
    const bytes = Buffer.from('%PDF-1.4 a document');
    const { key } = await app.ctx.adapters.storage.store('pdf', bytes);
    expect(fake.objects.get(key)?.bytes).toEqual(bytes);
    const url = second.ctx.adapters.storage.signedUrl(key, {
      expires_at: new Date(app.clock.now().getTime() + 60_000),
      params: { name: '教材.pdf' },
    });
    const reply = await second.http('GET', url, { base: '', headers: { range: 'bytes=0-3' } });
    expect([reply.status, reply.text, reply.headers['x-content-type-options']]).toEqual([206, '%PDF', 'nosniff']);
  });

  it('files stay readable where they are after another storage was selected', async () => {
    await useVendor(vendor);
    const { key } = await app.ctx.adapters.storage.store('webp', Buffer.from('a picture'));
    await app.setting('storage_driver', 'local');
    const { key: local } = await app.ctx.adapters.storage.store('webp', Buffer.from('another'));
    const read = async (one: string) => (await app.http('GET', `/uploads/public/${one}`, { base: '' })).text;
    expect([await read(key), await read(local)]).toEqual(['a picture', 'another']);
  });
});

describe.each(['s3', 'oss'] as const)('parts signed for %s', (vendor) => {
  it('are signed only for who began, and joined only within the size', async () => {
    await useVendor(vendor);
    await app.setting('upload_max_mb', 1);
    const grant = await getGrant('lesson.mp4', 1000);
    const { body: session } = await kodo(grant, 'POST', '');
    const path = `/${String(session['uploadId'])}`;
    expect((await kodo({ ...grant, token: 'x:y:z' }, 'GET', `${path}/1?size=10`)).status).toBe(401);
    const other = await app.person.adminWith(['admin.media.upload']);
    const query = { name: 'lesson.mp4', size: 1000, key: grant.key };
    const stolen = (await app.http('GET', '/admin/media/upload-token', { as: other, query })).body as Grant;
    expect((await kodo(stolen, 'GET', `${path}/1?size=10`)).status).toBe(612);
    expect((await kodo(grant, 'GET', `${path}/1?size=${2 * 1024 ** 2}`)).status).toBe(413);
    expect((await kodo(grant, 'GET', `${path}/0?size=10`)).status).toBe(400);
    const parts: { partNumber: number; etag: string }[] = [];
    for (const partNumber of [1, 2])
      parts.push({ partNumber, etag: await sendPart(grant, `${path}/${partNumber}`, Buffer.alloc(0.75 * 1024 ** 2)) });
    expect((await kodo(grant, 'GET', path)).body['parts']).toMatchObject([{ partNumber: 1 }, { partNumber: 2 }]);
    expect((await kodo(grant, 'GET', `${path}?part-number-marker=2`)).body['parts']).toEqual([]);
    expect((await kodo(grant, 'POST', path, Buffer.from(JSON.stringify({ parts })))).status).toBe(413);
    expect((await kodo(grant, 'GET', path)).status).toBe(612);
    await app.setting('upload_max_mb', 4096);
  });

  it('a vendor that is down or refuses our key is an error of the server, not of the token', async () => {
    const fake = await useVendor(vendor);
    const grant = await getGrant('lesson.mp4', 1000);
    fake.fail('busy');
    expect((await kodo(grant, 'POST', '')).status).toBe(599);
    fake.fail('none');
    await app.setting(vendor === 's3' ? 's3_access_key_secret' : 'oss_access_key_secret', 'wrong');
    expect((await kodo(grant, 'POST', '')).status).toBe(599);
  });
});
