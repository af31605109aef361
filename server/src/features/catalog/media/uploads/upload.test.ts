import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStorage } from '../../../../adapters/storage/create-storage.ts';
import { createLocalStorage } from '../../../../adapters/storage/local/local.ts';
import { encodeObjectKey } from '../../../../adapters/storage/object-key.ts';
import { makeTestSound, makeTestVideo, makeTextVideo, makeTruncatedCopy } from '../../../../../test/media.ts';
import { startTestApp, type Person, type Reply, type TestApp } from '../../../../../test/app.ts';
import { cleanMedia } from '../clean-media.ts';

let app: TestApp;
let admin: Person;
const mebibyte = 1024 ** 2;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

type Grant = { token: string; key: string; upload_url: string; bucket: string };
const getToken = (query: { name: string; size: number; key?: string }, as: Person = admin): Promise<Reply> =>
  app.http('GET', '/admin/media/upload-token', { as, query });

function kodo(grant: Grant, method: string, path = '', body?: Buffer | object): Promise<Reply> {
  const url = `${grant.upload_url}/buckets/${grant.bucket}/objects/${encodeObjectKey(grant.key)}/uploads${path}`;
  return app.http(method, url, {
    base: '',
    body,
    headers: { authorization: `UpToken ${grant.token}`, 'content-type': 'application/octet-stream' },
  });
}

async function begin(name: string, size: number): Promise<Grant & { upload_id: string }> {
  const { body: grant } = await getToken({ name, size });
  const { body } = await kodo(grant, 'POST');
  return { ...grant, upload_id: body.uploadId };
}

async function sendWhole(
  bytes: Buffer,
  name = 'lesson.mp4',
): Promise<{ grant: Grant & { upload_id: string }; complete: () => Promise<Reply> }> {
  const grant = await begin(name, bytes.length);
  const { body } = await kodo(grant, 'PUT', `/${grant.upload_id}/1`, bytes);
  const list = Buffer.from(JSON.stringify({ parts: [{ partNumber: 1, etag: body.etag }], fname: name }));
  return { grant, complete: () => kodo(grant, 'POST', `/${grant.upload_id}`, list) };
}

/** Everything a browser does for one file: upload, hand over, and the background job. */
async function uploadFile(path: string, name = 'lesson.mp4') {
  const { grant, complete } = await sendWhole(await readFile(path), name);
  expect((await complete()).status).toBe(200);
  const created = await app.http('POST', '/admin/media', { as: admin, body: { key: grant.key, title: '第一课' } });
  await app.runJobs();
  return {
    grant,
    id: created.body.media.id as number,
    row: (await app.http('GET', `/admin/media/${created.body.media.id}`, { as: admin })).body.row,
  };
}

describe('a token', () => {
  test('is granted for a video within the limit, for its key and its user', async () => {
    const { body } = await getToken({ name: '第一课.MP4', size: 5 * mebibyte });
    expect(body).toMatchObject({
      driver: 'local',
      method: 'kodo-parts',
      upload_url: '/uploads/kodo',
      max_size: 4096 * mebibyte,
    });
    expect(body.key).toMatch(/^\d{4}\/\d{2}\/[0-9a-f]{30}\.mp4$/);
  });

  test.each([
    ['picture.png', 1000, 'upload.not_a_video'],
    ['movie', 1000, 'upload.not_a_video'],
    ['a.exe', 1, 'upload.not_a_video'],
    ['a.mp4', 4097 * mebibyte, 'upload.too_large'],
  ])('%s of %d bytes: %s', async (name, size, code) => {
    expect((await getToken({ name, size })).body.code).toBe(code);
  });

  test('follows the limit set by the administrator, and reports it', async () => {
    await app.setting('upload_max_mb', 10);
    const reply = await getToken({ name: 'a.mp4', size: 11 * mebibyte });
    expect(reply.status).toBe(413);
    expect(reply.body.message).toContain('10');
    await app.setting('upload_max_mb', 4096);
  });

  test('is refused for a key that the server would not make', async () => {
    for (const key of ['../../../etc/passwd', '2026/01/x.mp4'])
      expect((await getToken({ name: 'a.mp4', size: 1, key })).body.errors).toHaveProperty('key');
  });

  test('is refused before the disk is full', async () => {
    const log = { info: () => undefined, warn: () => undefined };
    const random = (bytes: number): Uint8Array => randomBytes(bytes);
    const local = createLocalStorage(
      { root: tmpdir(), bucket: 'kaike', access_key: 'a', secret_key: 'b', min_free_bytes: 0 },
      { clock: () => new Date(), random, log, freeBytes: async () => 100 * mebibyte },
    );
    const crowded = await startTestApp();
    const { db, clock } = crowded.ctx;
    const hosts = {
      placesIn: () => [],
      has: () => false,
      find: async () => Promise.reject(new Error('none')),
      chosen: async () => null,
      origins: async () => [],
    };
    const providers = { find: async () => local, chosen: async () => local, all: async () => [local] };
    crowded.ctx.adapters.storage = createStorage({ db, clock, random, local, providers, hosts });
    const as = await crowded.person.admin();
    const requestUpload = (size: number) =>
      crowded.http('GET', '/admin/media/upload-token', { as, query: { name: 'a.mp4', size } });
    const [small, large] = [await requestUpload(49 * mebibyte), await requestUpload(51 * mebibyte)];
    await crowded.close();
    expect(small.status).toBe(200);
    expect(large).toMatchObject({ status: 507, body: { code: 'upload.no_space' } });
  });

  test('needs the permission to upload', async () => {
    const other = await app.person.adminWith(['admin.media.list', 'admin.courses.update'], {
      data_scope: 'own_agency',
    });
    expect((await getToken({ name: 'a.mp4', size: 1 }, other)).status).toBe(403);
    expect((await getToken({ name: 'a.mp4', size: 1 }, await app.person.member())).status).toBe(403);
  });
});

describe('parts', () => {
  test('are only taken with the token, and only by who began', async () => {
    const grant = await begin('a.mp4', 1000);
    expect((await kodo({ ...grant, token: 'x:y:z' }, 'PUT', `/${grant.upload_id}/1`, Buffer.alloc(10))).status).toBe(
      401,
    );
    const other = await app.person.adminWith(['admin.media.upload']);
    const { body: stolen } = await getToken({ name: 'a.mp4', size: 1000, key: grant.key }, other);
    expect((await kodo(stolen, 'PUT', `/${grant.upload_id}/1`, Buffer.alloc(10))).status).toBe(612);
    const { body: again } = await getToken({ name: 'a.mp4', size: 1000, key: grant.key });
    expect((await kodo(again, 'PUT', `/${grant.upload_id}/1`, Buffer.alloc(10))).status).toBe(200);
  });

  test('together are never more than the limit', async () => {
    await app.setting('upload_max_mb', 2);
    const grant = await begin('a.mp4', mebibyte);
    expect((await kodo(grant, 'PUT', `/${grant.upload_id}/1`, Buffer.alloc(1.5 * mebibyte))).status).toBe(200);
    expect((await kodo(grant, 'PUT', `/${grant.upload_id}/2`, Buffer.alloc(mebibyte))).status).toBe(413);
    await app.setting('upload_max_mb', 4096);
  });

  test('are listed, so that an upload can be resumed; aborting deletes them', async () => {
    const grant = await begin('a.mp4', 3 * mebibyte);
    await kodo(grant, 'PUT', `/${grant.upload_id}/2`, Buffer.alloc(mebibyte));
    expect((await kodo(grant, 'GET', `/${grant.upload_id}`)).body.parts).toMatchObject([
      { partNumber: 2, size: mebibyte },
    ]);
    expect((await kodo(grant, 'GET', `/${grant.upload_id}?part-number-marker=2`)).body.parts).toEqual([]);
    expect((await kodo(grant, 'DELETE', `/${grant.upload_id}`)).status).toBe(200);
    expect((await kodo(grant, 'GET', `/${grant.upload_id}`)).status).toBe(612);
  });

  test.each(['', '{', '[]', '{"parts":1}', '{"parts":[{"partNumber":"1"}]}'])(
    'a list of parts that is %j is malformed',
    async (text) => {
      const grant = await begin('a.mp4', 10);
      const reply = await kodo(grant, 'POST', `/${grant.upload_id}`, Buffer.from(text));
      expect(reply.status).toBe(400);
      expect(reply.body.error).toBe('bad request');
    },
  );
});

describe('a sound', () => {
  test.each([
    ['lesson.mp3', { seconds: 8, ext: 'mp3' }],
    ['录音.M4A', { seconds: 8, ext: 'm4a', film: true }],
    ['lesson.wav', { seconds: 8, ext: 'wav' }],
  ] as const)('%s becomes ready to play, without a picture', async (name, content) => {
    const { row, id } = await uploadFile(await makeTestSound(content), name);
    expect(row).toMatchObject({
      kind: 2,
      status: 3,
      progress: 100,
      error: '',
      duration_sec: 8,
      width: 0,
      height: 0,
      cover: null,
    });
    const { body } = await app.http('GET', `/admin/media/${id}/preview`, { as: admin });
    const part = await app.http('GET', body.url, { base: '', headers: { range: 'bytes=0-9' } });
    expect([body.mode, part.status, part.headers['content-type']]).toEqual([
      'mp4',
      206,
      content.ext === 'mp3' ? 'audio/mpeg' : 'audio/mp4',
    ]);
  });

  test('that is cut off, is none, or is a film fails with the reason', async () => {
    const cut = await uploadFile(
      await makeTruncatedCopy(await makeTestSound({ seconds: 8, ext: 'mp3' })),
      'lesson.mp3',
    );
    expect(cut.row).toMatchObject({ status: 4, error: 'truncated' });
    const film = await uploadFile(await makeTestVideo({ seconds: 1 }), 'film.m4a');
    expect(film.row).toMatchObject({ kind: 2, status: 4, error: 'not_a_sound' });
    const text = await sendWhole(await readFile(await makeTextVideo()), 'text.mp3');
    expect((await text.complete()).status).toBe(403);
    const renamed = await sendWhole(await readFile(await makeTestSound({ seconds: 8, ext: 'mp3' })), 'sound.mp4');
    expect((await renamed.complete()).status).toBe(403);
  });
});

describe('a video', () => {
  test('becomes ready to play, with its length, size and cover read from the file', async () => {
    const { row, id } = await uploadFile(await makeTestVideo({ seconds: 7 }));
    expect(row).toMatchObject({
      status: 3,
      progress: 100,
      error: '',
      duration_sec: 7,
      width: 320,
      height: 180,
      title: '第一课',
    });
    const cover = await app.http('GET', row.cover, { base: '' });
    expect(cover.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const preview = await app.http('GET', `/admin/media/${id}/preview`, { as: admin });
    expect(preview.body.mode).toBe('hls');
    const playlist = await app.http('GET', preview.body.url, { base: '' });
    expect(playlist.headers['content-type']).toBe('application/vnd.apple.mpegurl');
    const segment =
      playlist.text.split('\n').find((line) => line.startsWith('/uploads/media/') && line.includes('.m4s')) ?? '';
    const range = await app.http('GET', segment, { base: '', headers: { range: 'bytes=0-1' } });
    expect(range.status).toBe(206);
    expect(range.headers['content-range']).toMatch(/^bytes 0-1\/\d+$/);
    app.clock.advance(3_601_000);
    expect((await app.http('GET', segment, { base: '' })).status).toBe(403);
    expect((await app.http('GET', preview.body.url, { base: '' })).status).toBe(403);
  });

  test('registered twice, concurrently or later, is one row and one job', async () => {
    const { grant, complete } = await sendWhole(await readFile(await makeTestVideo({ seconds: 1 })));
    const first = await complete();
    expect((await complete()).body).toEqual(first.body);
    const post = () => app.http('POST', '/admin/media', { as: admin, body: { key: grant.key, title: '一次' } });
    const replies = await Promise.all([post(), post(), post()]);
    expect(new Set(replies.map((reply) => reply.body.media.id)).size).toBe(1);
    await app.runJobs();
    expect((await post()).body.media).toMatchObject({ status: 3 });
    const logs = await app.ctx.db
      .selectFrom('logs')
      .select('id')
      .where('resource', '=', 'media')
      .where('action', '=', 'upload')
      .where('record_title', '=', '一次')
      .execute();
    expect(logs).toHaveLength(1);
  });

  test('that has not arrived is not handed over', async () => {
    const grant = await begin('a.mp4', 1000);
    const reply = await app.http('POST', '/admin/media', { as: admin, body: { key: grant.key, title: 'x' } });
    expect(reply.body.code).toBe('upload.missing');
    for (const key of ['../../etc/passwd', '2026/01/x.mp4', '2026/01']) {
      expect(
        (await app.http('POST', '/admin/media', { as: admin, body: { key, title: 'x' } })).body.errors,
      ).toHaveProperty('key');
    }
  });

  test('is only registered by who uploaded it, and nothing else of the storage is', async () => {
    const { grant, complete } = await sendWhole(await readFile(await makeTestVideo({ seconds: 1 })));
    await complete();
    const other = await app.person.adminWith(['admin.media.upload']);
    const post = (as: Person, key: string) => app.http('POST', '/admin/media', { as, body: { key, title: 'x' } });
    expect((await post(other, grant.key)).body.code).toBe('upload.missing');
    const { key } = await app.ctx.adapters.storage.store('pdf', Buffer.from('%PDF-1.4 a document'));
    expect((await post(admin, key)).body.code).toBe('upload.missing');
    expect((await post(admin, grant.key)).status).toBe(201);
  });

  test('that grew or became something else on the way is refused and removed', async () => {
    const cases: [Partial<{ max_size: number; accept: string[] }>, string][] = [
      [{ max_size: 10 }, 'upload.too_large'],
      [{ accept: ['audio/mpeg'] }, 'upload.not_a_video'],
    ];
    for (const [change, code] of cases) {
      const { grant, complete } = await sendWhole(await readFile(await makeTestVideo({ seconds: 1 })));
      await complete();
      await app.ctx.db.updateTable('upload_grants').set(change).where('key', '=', grant.key).execute();
      const reply = await app.http('POST', '/admin/media', { as: admin, body: { key: grant.key, title: 'x' } });
      expect(reply.body.code).toBe(code);
      expect(await app.ctx.adapters.storage.stat(grant.key)).toBeNull();
    }
  });

  test('that nobody registered is removed after the days an upload may take', async () => {
    const { grant, complete } = await sendWhole(await readFile(await makeTestVideo({ seconds: 1 })));
    await complete();
    await cleanMedia.run(app.ctx, {});
    expect(await app.ctx.adapters.storage.stat(grant.key)).not.toBeNull();
    app.clock.advance(9 * 86_400_000);
    await cleanMedia.run(app.ctx, {});
    expect(await app.ctx.adapters.storage.stat(grant.key)).toBeNull();
    expect(await app.ctx.db.selectFrom('upload_grants').selectAll().execute()).toEqual([]);
  });

  test('that is text is refused when it has arrived, whatever it is called', async () => {
    const { complete } = await sendWhole(await readFile(await makeTextVideo()));
    const reply = await complete();
    expect(reply.status).toBe(403);
    expect(reply.body.error).toBe('type not allowed');
  });

  test('that is cut off fails with the reason, and is not tried again', async () => {
    const { row, id } = await uploadFile(await makeTruncatedCopy(await makeTestVideo({ seconds: 4, faststart: true })));
    expect(row).toMatchObject({ status: 4, error: 'truncated' });
    const retry = await app.http('PUT', '/admin/media/retry', { as: admin, body: { ids: [id] } });
    expect(retry.body.code).toBe('media.cannot_retry');
    expect((await app.http('GET', `/admin/media/${id}/preview`, { as: admin })).body.code).toBe('media.not_ready');
  });

  test('without a picture fails with that reason', async () => {
    const { row } = await uploadFile(await makeTestVideo({ seconds: 2, codec: 'none' }));
    expect(row).toMatchObject({ status: 4, error: 'no_video_track' });
  });

  test('gives its length to the lessons that wait for it, and to their course', async () => {
    const { id: courseId } = (await app.http('POST', '/admin/courses', { as: admin, body: { title: '等待' } })).body;
    const { complete, grant } = await sendWhole(await readFile(await makeTestVideo({ seconds: 3 })));
    await complete();
    const { body } = await app.http('POST', '/admin/media', { as: admin, body: { key: grant.key, title: 'x' } });
    const chapter = await app.http('POST', `/admin/courses/${courseId}/chapters`, { as: admin, body: { title: '一' } });
    const lesson = { chapter_id: chapter.body.id, title: '课', media_id: body.media.id, preview_sec: 600 };
    const added = await app.http('POST', `/admin/courses/${courseId}/lessons`, { as: admin, body: lesson });
    expect(added.body.outline).toMatchObject({ duration_sec: 0, chapters: [{ lessons: [{ media: { status: 2 } }] }] });
    await app.runJobs();
    const after = await app.http('GET', `/admin/courses/${courseId}/outline`, { as: admin });
    expect(after.body).toMatchObject({
      duration_sec: 3,
      chapters: [{ lessons: [{ duration_sec: 3, preview_sec: 3, media: { status: 3, duration_sec: 3 } }] }],
    });
    expect((await app.http('DELETE', '/admin/media', { as: admin, body: { ids: [body.media.id] } })).body.code).toBe(
      'media.in_use',
    );
  });
});

describe('stored files', () => {
  test('are not had without a signature, under any spelling', async () => {
    const { grant } = await uploadFile(await makeTestVideo({ seconds: 1 }));
    const folder = grant.key.replace('.mp4', '');
    const paths = [
      `/uploads/public/${grant.key}`,
      `/uploads/media/${grant.key}`,
      `/uploads/${grant.key}`,
      `/uploads/public/${folder}/index.m3u8`,
      `/uploads/media/${folder}/index.m3u8?e=9999999999&token=kaike:x`,
      '/uploads/public/%2e%2e/%2e%2e/secret',
      '/uploads/public/.parts/x',
      `/uploads/public/${folder}/package.json`,
    ];
    for (const path of paths) {
      const answer = await app.http('GET', path, { base: '' });
      // A path that the client itself shortens to a page of the app gets the app, as any page does.
      const isApp = answer.status === 200 && answer.text.startsWith('<!doctype html>');
      if (!isApp) expect([403, 404], path).toContain(answer.status);
    }
  });

  test('are removed when a deletion can no longer be taken back', async () => {
    const { id, row, grant } = await uploadFile(await makeTestVideo({ seconds: 1 }));
    await app.http('DELETE', '/admin/media', { as: admin, body: { ids: [id] } });
    const { storage } = app.ctx.adapters;
    await cleanMedia.run(app.ctx, {});
    expect((await storage.open(grant.key, { method: 'HEAD' })).status).toBe(200);
    app.clock.advance(31 * 86_400_000);
    await cleanMedia.run(app.ctx, {});
    await expect(storage.open(grant.key, { method: 'HEAD' })).rejects.toThrow('no_such_file');
    expect(row.cover).toMatch(/^\/uploads\/public\//);
  });
});
