import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeObjectKey } from '../../../adapters/storage/object-key.ts';
import { makeEndlessFfmpeg, makeTestVideo } from '../../../../test/media.ts';
import { startTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { buildMedia } from '../../../../test/factories.ts';
import { connectionOf, kill, startProcess } from '../../../../test/processes/kill.ts';
import { addSmallerVideo } from './smaller/add-smaller-video.ts';
import { buildOlderVideo } from './smaller/older-video.fixture.ts';
import { folderOf } from './renditions.ts';
import { resumeMedia } from './resume-media.ts';

const fixture = fileURLToPath(new URL('kill.fixture.ts', import.meta.url));
const partBytes = 1024 ** 2;

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

async function start(mediaId: number | null, job?: 'add-smaller-video') {
  const child = startProcess(fixture, { programs: await makeEndlessFfmpeg() });
  child.send({ config: app.ctx.config, connection: connectionOf(app.ctx), media_id: mediaId, ...(job ? { job } : {}) });
  return child;
}

test('a server killed in the middle of an upload: it resumes with what had arrived, and completes once', async () => {
  const bytes = Buffer.concat([await readFile(await makeTestVideo({ seconds: 2 })), Buffer.alloc(2 * partBytes)]);
  const { body: grant } = await app.http('GET', '/admin/media/upload-token', {
    as: admin,
    query: { name: 'a.mp4', size: bytes.length },
  });
  const uploads = `/uploads/kodo/buckets/${grant.bucket}/objects/${encodeObjectKey(grant.key)}/uploads`;
  const headers = { authorization: `UpToken ${grant.token}` };
  const first = await start(null);
  const [{ port }] = (await once(first, 'message')) as [{ port: number }];
  const response = await fetch(`http://127.0.0.1:${port}${uploads}`, { method: 'POST', headers });
  const { uploadId } = (await response.json()) as { uploadId: string };
  await fetch(`http://127.0.0.1:${port}${uploads}/${uploadId}/1`, {
    method: 'PUT',
    headers,
    body: bytes.subarray(0, partBytes),
  });
  // Half of the second part is on its way when the server dies.
  const half = request({
    port,
    host: '127.0.0.1',
    method: 'PUT',
    path: `${uploads}/${uploadId}/2`,
    headers: { ...headers, 'content-length': partBytes },
  });
  const broken = once(half, 'error');
  half.write(bytes.subarray(partBytes, 1.5 * partBytes));
  await once(half, 'socket');
  await kill(first);
  await broken;

  const again = (method: string, path: string, body?: Buffer) =>
    app.http(method, `${uploads}${path}`, {
      base: '',
      body,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
    });
  const { body: listed } = await again('GET', `/${uploadId}`);
  expect(listed.parts.map((part: { partNumber: number; size: number }) => [part.partNumber, part.size])).toEqual([
    [1, partBytes],
  ]);
  const parts = [{ partNumber: 1, etag: listed.parts[0].etag }];
  for (let number = 2; (number - 1) * partBytes < bytes.length; number += 1) {
    const { body } = await again(
      'PUT',
      `/${uploadId}/${number}`,
      bytes.subarray((number - 1) * partBytes, number * partBytes),
    );
    parts.push({ partNumber: number, etag: body.etag });
  }
  expect((await again('POST', `/${uploadId}`, Buffer.from(JSON.stringify({ parts })))).body).toMatchObject({
    size: bytes.length,
  });
  const post = () => app.http('POST', '/admin/media', { as: admin, body: { key: grant.key, title: '断电' } });
  expect((await post()).body.media.id).toBe((await post()).body.media.id);
  await app.runJobs();
  const rows = await app.ctx.db
    .selectFrom('media')
    .select(['status', 'size'])
    .where('storage_key', '=', grant.key)
    .execute();
  expect(rows).toEqual([{ status: 3, size: bytes.length }]);
});

test('a server killed in the middle of processing: the video is taken up again and becomes ready', async () => {
  const { storage } = app.ctx.adapters;
  const stored = await storage.store(
    'webm',
    await readFile(await makeTestVideo({ seconds: 6, codec: 'vp9', audio_codec: 'opus', container: 'webm' })),
  );
  const media = await buildMedia(app.ctx, {
    status: 2,
    progress: 0,
    duration_sec: 0,
    storage_key: stored.key,
    renditions: null,
    size: stored.size,
    updated_at: app.clock.now(),
  });
  const row = () => app.ctx.db.selectFrom('media').selectAll().where('id', '=', media.id).executeTakeFirstOrThrow();
  const child = await start(media.id);
  await expect.poll(async () => (await row()).progress).toBeGreaterThan(0);
  await kill(child);
  const killed = await row();
  expect(killed.status).toBe(2);
  app.clock.set(killed.updated_at);
  expect(await resumeMedia(app.ctx)).toBe(0);
  app.clock.advance(91_000);
  expect(await resumeMedia(app.ctx)).toBe(1);
  await app.runJobs();
  expect(await row()).toMatchObject({ status: 3, duration_sec: 6, error: '' });
  expect((await app.http('GET', `/admin/media/${media.id}/preview`, { as: admin })).status).toBe(200);
});

test('a server killed in the middle of a smaller rendition: the video plays on, is left alone for a moment, and gets it then', async () => {
  const { id, key, folder } = await buildOlderVideo(app.ctx, { seconds: 14, width: 1280, height: 720 });
  const row = () => app.ctx.db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const child = await start(id, 'add-smaller-video');
  await expect.poll(() => readdir(`${folder}.smaller`)).toContain('encoded.mp4');
  await kill(child);
  const killed = await row();
  expect(killed).toMatchObject({
    smaller_tries: 1,
    has_no_smaller: false,
    renditions: { playlist: `${folderOf(key)}/index.m3u8` },
  });
  app.clock.set(killed.smaller_pulse_at ?? new Date(0));
  expect((await app.http('GET', `/admin/media/${id}/preview`, { as: admin })).body.url).toContain('/index.m3u8');
  await addSmallerVideo.run(app.ctx, { media_id: id });
  expect(await row()).toMatchObject({ smaller_tries: 1, renditions: { playlist: `${folderOf(key)}/index.m3u8` } });
  app.clock.advance(91_000);
  await addSmallerVideo.run(app.ctx, { media_id: id });
  expect(await row()).toMatchObject({
    renditions: { playlist: `${folderOf(key)}/master.m3u8` },
    smaller_tries: 0,
    smaller_pulse_at: null,
  });
  expect((await readdir(dirname(folder))).filter((name) => name.endsWith('.smaller'))).toEqual([]);
});
