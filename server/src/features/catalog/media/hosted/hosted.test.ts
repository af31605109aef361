import { inspect } from 'node:util';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  signedEvent,
  startAliyunVod,
  vodSettings,
  type FakeVideo,
  type VodFake,
} from '../../../../../test/fakes/video/aliyun-vod.ts';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../../test/app.ts';
import { buildCourse, buildEntitlement } from '../../../../../test/factories.ts';
import type { SettingKey, SettingValue } from '../../../../core/settings/settings.ts';
import { encodeObjectKey } from '../../../../adapters/storage/object-key.ts';
import { cleanMedia } from '../clean-media.ts';
import { checkHostedVideos } from './check-hosted.ts';
import { resumeMedia } from '../resume-media.ts';

let app: TestApp;
let admin: AdminPerson;
let vod: VodFake;
let cover: Buffer;

beforeAll(async () => {
  app = await startTestApp({ config: { public_url: 'http://school.test' } });
  admin = await app.person.admin();
  cover = await sharp({ create: { width: 32, height: 18, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
});
afterAll(() => app.close());

beforeEach(async () => {
  vod = await startAliyunVod(app.clock.now);
  for (const [key, value] of Object.entries(vodSettings(vod)))
    await app.setting(key as SettingKey, value as SettingValue<SettingKey>);
  return async () => {
    await app.setting('video_driver', 'local');
    await vod.close();
  };
});

type Grant = {
  driver: string;
  token: string;
  key: string;
  upload_url: string;
  bucket: string;
  method: string;
  part_size: number;
};

const getGrant = async (name: string): Promise<Grant> =>
  (await app.http('GET', '/admin/media/upload-token', { as: admin, query: { name, size: 1000 } })).body;

const kodo = (grant: Grant, method: string, path: string, body?: Buffer) =>
  app.http(method, `${grant.upload_url}/buckets/${grant.bucket}/objects/${encodeObjectKey(grant.key)}/uploads${path}`, {
    base: '',
    body,
    headers: { authorization: `UpToken ${grant.token}`, 'content-type': 'application/octet-stream' },
  });

/** Sends one part as the browser does: our server signs, the vendor takes. */
async function sendPart(grant: Grant, upload: string, { number, bytes }: { number: number; bytes: Buffer }) {
  const { body } = await kodo(grant, 'GET', `/${upload}/${number}?size=${bytes.length}`);
  const reply = await fetch(String(body.url), { method: 'PUT', body: new Uint8Array(bytes) });
  return { partNumber: number, etag: reply.headers.get('etag') ?? '', status: reply.status };
}

type Uploaded = { id: number; video: string; register: () => ReturnType<TestApp['http']> };

async function upload(name = '第 1 课.mp4', pieces = [Buffer.alloc(1000, 1)]): Promise<Uploaded> {
  const grant = await getGrant(name);
  const { body: session } = await kodo(grant, 'POST', '');
  const parts = [];
  for (const [index, bytes] of pieces.entries())
    parts.push(await sendPart(grant, String(session.uploadId), { number: index + 1, bytes }));
  const done = await kodo(grant, 'POST', `/${String(session.uploadId)}`, Buffer.from(JSON.stringify({ parts })));
  expect(done.status).toBe(200);
  const register = () => app.http('POST', '/admin/media', { as: admin, body: { key: grant.key, title: name } });
  const { body } = await register();
  return { id: body.media.id, video: [...vod.videos.keys()].at(-1) ?? '', register };
}

const segment = (number: number): string => `#EXTINF:10,\nseg-${number}.ts`;
const playlist = (name: string): Buffer =>
  Buffer.from(
    `#EXTM3U\n#EXT-X-TARGETDURATION:10\n${[1, 2, 3].map((one) => segment(one).replace('seg', name)).join('\n')}\n#EXT-X-ENDLIST\n`,
  );

/** What the vendor has after encoding: two qualities, and one that our player cannot decrypt. */
const encodedVideo = (): Partial<FakeVideo> => ({
  status: 'Normal',
  duration: 30.4,
  files: new Map([
    ['hd.m3u8', playlist('hd')],
    ['sd.m3u8', playlist('sd')],
    ['cover.png', cover],
    ...[1, 2, 3].flatMap((number): [string, Buffer][] => [
      [`hd-${number}.ts`, Buffer.from(`hd ${number}`)],
      [`sd-${number}.ts`, Buffer.from(`sd ${number}`)],
    ]),
  ]),
  streams: [
    { definition: 'SD', format: 'm3u8', file: 'sd.m3u8', height: 540 },
    { definition: 'HD', format: 'm3u8', file: 'hd.m3u8', height: 720 },
    { definition: 'FD', format: 'm3u8', file: 'sd.m3u8', height: 360, encrypted: true },
  ],
});

const eventPath = '/api/open/message-notify/vod';
async function sendEvent(video: string, headers = signedEvent(`http://school.test${eventPath}`, app.clock.now())) {
  const payload = JSON.stringify({ EventType: 'TranscodeComplete', VideoId: video, Status: 'success' });
  const reply = await app.fastify.inject({
    method: 'POST',
    url: eventPath,
    headers: { host: 'school.test', ...headers },
    payload,
  });
  return reply.statusCode;
}

const rowOf = async (id: number) => (await app.http('GET', `/admin/media/${id}`, { as: admin })).body.row;

/** A video that is encoded, and of which the vendor has told us. */
async function uploadReady(): Promise<Uploaded> {
  const uploaded = await upload();
  vod.change(uploaded.video, encodedVideo());
  expect(await sendEvent(uploaded.video)).toBe(200);
  await app.runJobs();
  return uploaded;
}

/** A member who may watch a lesson with this video. */
async function startLesson(mediaId: number) {
  const built = await buildCourse(app.ctx, { lesson_sec: 30 });
  const lesson = built.lessons[0]?.id ?? 0;
  await app.ctx.db.updateTable('lessons').set({ media_id: mediaId }).where('id', '=', lesson).execute();
  const member = await app.person.member();
  await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: built.course.id });
  const open = () => app.http('GET', '/home/play-auth', { as: member, query: { lesson_id: lesson } });
  return { built, lesson, member, open };
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

it('goes from the browser to the vendor in parts, under a key that is renewed when it ends', async () => {
  const grant = await getGrant('第 1 课.mp4');
  expect(grant).toMatchObject({ driver: 'aliyun', method: 'signed-parts' });
  const { body: session } = await kodo(grant, 'POST', '');
  const uploadId = String(session.uploadId);
  const first = await sendPart(grant, uploadId, { number: 1, bytes: Buffer.alloc(200_000, 1) });
  app.clock.advance(3_601_000);
  vod.expireKeys();
  const { token } = (
    await app.http('GET', '/admin/media/upload-token', {
      as: admin,
      query: { name: '第 1 课.mp4', size: 1000, key: grant.key },
    })
  ).body;
  const renewed = { ...grant, token };
  expect((await kodo(renewed, 'GET', `/${uploadId}`)).body.parts).toHaveLength(1);
  const second = await sendPart(renewed, uploadId, { number: 2, bytes: Buffer.alloc(1000, 2) });
  const list = Buffer.from(JSON.stringify({ parts: [first, second] }));
  // The browser asks again when the answer is lost.
  for (const _time of [1, 2]) expect((await kodo(renewed, 'POST', `/${uploadId}`, list)).body.size).toBe(201_000);
  expect(vod.actions()).toEqual(['CreateUploadVideo', 'RefreshUploadVideo']);
  const [video] = [...vod.videos.values()];
  expect(video?.title).toBe('第 1 课');
  expect(vod.bucket.objects.get(video?.object ?? '')?.bytes).toHaveLength(201_000);
  const as = await app.person.adminWith(['admin.media.upload']);
  const stolen = await app.http('POST', '/admin/media', { as, body: { key: grant.key, title: 'x' } });
  expect(stolen.body.code).toBe('upload.missing');
});

it('a learner watches it in the player of every lesson, each under own addresses, and gets credit', async () => {
  const { id, register } = await uploadReady();
  expect((await register()).body.media.id).toBe(id);
  const row = await rowOf(id);
  expect(row).toMatchObject({ status: 3, error: '', duration_sec: 30, height: 720, size: 1000 });
  expect((await app.http('GET', String(row.cover), { base: '' })).headers['content-type']).toBe('image/webp');
  const { member, open } = await startLesson(id);
  const { body: play } = await open();
  expect([play.source.mode, play.source.renditions.length, play.marquee !== '']).toEqual(['hls', 2, true]);
  const master = await app.http('GET', play.source.url, { as: member, base: '' });
  expect([master.headers['content-type'], master.headers['cache-control']]).toEqual([
    'application/vnd.apple.mpegurl',
    'private, no-store',
  ]);
  const [best = ''] = linesOf(master.text);
  const addresses = linesOf((await app.http('GET', best, { as: member, base: '' })).text);
  expect(addresses).toHaveLength(3);
  for (const address of addresses) expect(address.startsWith(`${vod.base}/`)).toBe(true);
  expect(await (await fetch(addresses[2] ?? '')).text()).toBe('hd 3');
  const other = await app.person.member();
  expect((await app.http('GET', play.source.url, { as: other, base: '' })).status).toBe(403);
  expect(vod.actions().filter((action) => action === 'GetPlayInfo')).toHaveLength(1);
  const beat = (seq: number, intervals: unknown) =>
    app.http('POST', '/home/learning-records/beat', {
      as: member,
      body: { ticket: play.ticket, seq, intervals, position: seq * 15 },
    });
  app.clock.advance(15_000);
  expect((await beat(1, [[0, 15]])).body.credited_sec).toBe(15);
  app.clock.advance(15_000);
  expect((await beat(2, [[15, 30]])).body).toMatchObject({ seen_sec: 30, completed_at: expect.any(String) });
  app.clock.advance(3_600_000);
  expect((await fetch(addresses[0] ?? '')).status).toBe(403);
  expect((await app.http('GET', play.source.url, { as: member, base: '' })).status).toBe(403);
});

it('its free beginning ends where it should', async () => {
  const { id } = await uploadReady();
  const { lesson } = await startLesson(id);
  await app.ctx.db.updateTable('lessons').set({ preview_sec: 10 }).where('id', '=', lesson).execute();
  const { body } = await app.http('POST', '/open/previews', { body: { lesson_id: lesson } });
  const [best = ''] = linesOf((await app.http('GET', body.source.url, { base: '' })).text);
  expect(linesOf((await app.http('GET', best, { base: '' })).text)).toHaveLength(1);
});

it('a plain file plays from the vendor’s network', async () => {
  const { id, video } = await upload();
  const file = { definition: 'LD', format: 'mp4', file: 'ld.mp4', height: 480 } as const;
  vod.change(video, {
    status: 'Normal',
    duration: 9,
    streams: [file],
    files: new Map([['ld.mp4', Buffer.from('0123456789')]]),
  });
  await sendEvent(video);
  await app.runJobs();
  const { body } = await app.http('GET', `/admin/media/${id}/preview`, { as: admin });
  expect([body.mode, (await rowOf(id)).cover]).toEqual(['mp4', null]);
  const reply = await app.http('GET', body.url, { as: admin, base: '' });
  expect(reply.status).toBe(302);
  const part = await fetch(String(reply.headers['location']), { headers: { range: 'bytes=2-3' } });
  expect([part.status, await part.text()]).toEqual([206, '23']);
});

it('events count only when the vendor signed them lately, and as often as they come', async () => {
  const { id, video } = await upload();
  await app.runJobs();
  const url = `http://school.test${eventPath}`;
  const now = app.clock.now();
  expect(await sendEvent(video, {})).toBe(403);
  expect(await sendEvent(video, signedEvent(url, now, 'AnotherKey1'))).toBe(403);
  expect(await sendEvent(video, signedEvent('http://other.test/', now))).toBe(403);
  expect(await sendEvent(video, signedEvent(url, new Date(now.getTime() - 301_000)))).toBe(403);
  // What the event says is not signed: the vendor is asked, and still has nothing.
  expect(await sendEvent(video)).toBe(200);
  await app.runJobs();
  expect((await rowOf(id)).status).toBe(2);
  vod.change(video, encodedVideo());
  expect([await sendEvent(video), await sendEvent(video), await sendEvent('unknown')]).toEqual([200, 200, 200]);
  await app.runJobs();
  const { version } = await rowOf(id);
  expect([await sendEvent(video), (await app.runJobs(), (await rowOf(id)).version)]).toEqual([200, version]);
  await app.setting('vod_callback_key', '');
  expect(await sendEvent(video)).toBe(403);
});

it('a lost event only costs time; a vendor that is down, or refuses our key, costs no video', async () => {
  const { id, video } = await upload();
  vod.change(video, { status: 'Transcoding' });
  await app.runJobs();
  vod.change(video, encodedVideo());
  const again = async () => {
    app.clock.advance(91_000);
    expect(await resumeMedia(app.ctx)).toBe(1);
    await app.runJobs();
    return (await rowOf(id)).status;
  };
  vod.fail('hang_up');
  expect(await again()).toBe(2);
  vod.fail('none');
  vod.refuseAs('Forbidden.RAM');
  expect(await again()).toBe(2);
  vod.refuseAs('Throttling.User');
  expect(await again()).toBe(2);
  vod.refuseAs('');
  expect(await again()).toBe(3);
});

it('a failure has a reason and a retry', async () => {
  const { id, video } = await upload();
  for (const [status, error] of [
    ['TranscodeFail', 'transcode_failed'],
    ['Blocked', 'blocked'],
  ] as const) {
    vod.change(video, { status });
    await app.http('PUT', '/admin/media/retry', { as: admin, body: { ids: [id] } });
    await app.runJobs();
    expect(await rowOf(id)).toMatchObject({ status: 4, error });
  }
  vod.change(video, { ...encodedVideo(), streams: [] });
  await app.http('PUT', '/admin/media/retry', { as: admin, body: { ids: [id] } });
  await app.runJobs();
  expect(await rowOf(id)).toMatchObject({ status: 4, error: 'no_stream' });
  const lost = await upload();
  vod.videos.delete(lost.video);
  await app.runJobs();
  expect(await rowOf(lost.id)).toMatchObject({ status: 4, error: 'missing' });
});

it('one that the vendor’s review blocks after it was ready is no longer ready, until the review frees it', async () => {
  const { id, video } = await uploadReady();
  const { open } = await startLesson(id);
  vod.change(video, { status: 'Blocked' });
  expect(await sendEvent(video)).toBe(200);
  await app.runJobs();
  expect(await rowOf(id)).toMatchObject({ status: 4, error: 'blocked', duration_sec: 30 });
  expect((await open()).body.code).toBe('lesson.not_ready');
  vod.change(video, { status: 'Normal' });
  expect(await sendEvent(video)).toBe(200);
  await app.runJobs();
  expect(await rowOf(id)).toMatchObject({ status: 3, error: '' });
  expect((await open()).status).toBe(200);
});

it('without an event whoever watches first makes us ask about a video that was blocked or removed', async () => {
  const { id, video } = await uploadReady();
  const { body } = await app.http('GET', `/admin/media/${id}/preview`, { as: admin });
  app.clock.advance(301_000);
  vod.change(video, { status: 'Blocked' });
  expect((await app.http('GET', body.url, { as: admin, base: '' })).status).toBe(502);
  await app.runJobs();
  expect(await rowOf(id)).toMatchObject({ status: 4, error: 'blocked' });
  vod.videos.delete(video);
  const other = await uploadReady();
  const { body: preview } = await app.http('GET', `/admin/media/${other.id}/preview`, { as: admin });
  app.clock.advance(301_000);
  vod.videos.delete(other.video);
  expect((await app.http('GET', preview.url, { as: admin, base: '' })).status).toBe(502);
  await app.runJobs();
  expect(await rowOf(other.id)).toMatchObject({ status: 4, error: 'missing' });
});

it('without an event and without a viewer the host is asked about every video in turn, with a bounded number of calls', async () => {
  const isAskedAgain = async (): Promise<void> => {
    app.clock.advance(21 * 3_600_000);
    await checkHostedVideos.run(app.ctx, {});
    await app.runJobs();
  };
  const [fine, blocked, lost] = [await uploadReady(), await uploadReady(), await uploadReady()];
  vod.change(blocked.video, { status: 'Blocked' });
  vod.videos.delete(lost.video);
  vod.fail('busy');
  await isAskedAgain();
  expect((await rowOf(blocked.id)).status).toBe(3);
  vod.fail('none');
  await isAskedAgain();
  expect(await rowOf(blocked.id)).toMatchObject({ status: 4, error: 'blocked' });
  expect(await rowOf(lost.id)).toMatchObject({ status: 4, error: 'missing' });
  expect(await rowOf(fine.id)).toMatchObject({ status: 3, error: '' });
  vod.change(blocked.video, { status: 'Normal' });
  await isAskedAgain();
  expect(await rowOf(blocked.id)).toMatchObject({ status: 3, error: '' });
  const calls = vod.actions().length;
  await checkHostedVideos.run(app.ctx, {});
  expect(vod.actions()).toHaveLength(calls);
  await sql`update media set host_checked_at = null where id = ${fine.id}`.execute(app.ctx.db);
  await sql`insert into media (storage_key, provider, provider_id, title, status, size, created_at, updated_at)
    select '2026/11/many' || n, 'aliyun', 'many' || n, '', 3, 3, now(), now() from generate_series(1, 60) n`.execute(
    app.ctx.db,
  );
  await checkHostedVideos.run(app.ctx, {});
  expect(vod.actions()).toHaveLength(calls + 50);
  await sql`delete from media where provider_id like 'many%'`.execute(app.ctx.db);
});

it('keeps playing after the driver was switched, and its network is allowed as long as it is set up', async () => {
  const { id } = await uploadReady();
  await app.setting('video_driver', 'local');
  expect((await getGrant('b.mp4')).driver).toBe('local');
  await app.setting('video_driver', 'aliyun');
  expect((await getGrant('b.mp3')).driver).toBe('local');
  await app.setting('video_driver', 'local');
  const { body } = await app.http('GET', `/admin/media/${id}/preview`, { as: admin });
  expect(linesOf((await app.http('GET', body.url, { as: admin, base: '' })).text)).toHaveLength(2);
  expect(await app.ctx.adapters.hosts.origins()).toEqual([vod.base, vod.uploads]);
  await app.setting('vod_domain', '');
  expect(await app.ctx.adapters.hosts.origins()).toEqual([]);
  expect((await app.http('GET', body.url, { as: admin, base: '' })).status).toBe(502);
});

it('a vendor that is down is a clear error for who watches and who uploads', async () => {
  const { id } = await uploadReady();
  const { body } = await app.http('GET', `/admin/media/${id}/preview`, { as: admin });
  const grant = await getGrant('b.mp4');
  app.clock.advance(301_000);
  vod.fail('busy');
  expect((await app.http('GET', body.url, { as: admin, base: '' })).status).toBe(504);
  expect((await kodo(grant, 'POST', '')).status).toBe(599);
  vod.fail('none');
  await app.setting('vod_access_key_secret', 'wrong');
  expect((await kodo(grant, 'POST', '')).status).toBe(599);
  await app.setting('vod_access_key_secret', '');
  const refused = await app.http('GET', '/admin/media/upload-token', { as: admin, query: { name: 'b.mp4', size: 1 } });
  expect(refused.status).toBe(502);
});

it.each(['half', 'truncated'] as const)(
  'half a response of the vendor decides nothing about a video and creates none twice: %s',
  async (trouble) => {
    const { id, video } = await upload();
    vod.change(video, encodedVideo());
    vod.fail(trouble);
    await app.runJobs();
    expect((await rowOf(id)).status).toBe(2);
    vod.fail('none');
    const grant = await getGrant('b.mp4');
    const created = () => vod.actions().filter((action) => action === 'CreateUploadVideo').length;
    const before = created();
    vod.fail(trouble, 1);
    expect((await kodo(grant, 'POST', '')).status).toBe(599);
    expect(created()).toBe(before + 1);
    const { body: session } = await kodo(grant, 'POST', '');
    expect(session.uploadId).not.toBe('');
    // A video that nobody got to know holds no file, and so costs nothing.
    expect([...vod.videos.values()].filter(({ status }) => status === 'Uploading')).toHaveLength(2);
    app.clock.advance(91_000);
    await resumeMedia(app.ctx);
    await app.runJobs();
    expect((await rowOf(id)).status).toBe(3);
    const { body } = await app.http('GET', `/admin/media/${id}/preview`, { as: admin });
    app.clock.advance(301_000);
    vod.fail(trouble);
    expect((await app.http('GET', body.url, { as: admin, base: '' })).status).toBe(trouble === 'half' ? 504 : 502);
    vod.fail('none');
    expect(linesOf((await app.http('GET', body.url, { as: admin, base: '' })).text)).toHaveLength(2);
  },
);

it('is removed at the vendor once its deletion is final, as soon as the vendor can be reached', async () => {
  const { id, video } = await uploadReady();
  await app.http('DELETE', '/admin/media', { as: admin, body: { ids: [id] } });
  await cleanMedia.run(app.ctx, {});
  await app.runJobs();
  expect(vod.videos.has(video)).toBe(true);
  await app.ctx.db
    .updateTable('media')
    .set({ deleted_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  vod.fail('busy');
  await cleanMedia.run(app.ctx, {});
  await app.runJobs();
  expect(vod.videos.has(video)).toBe(true);
  vod.fail('none');
  await cleanMedia.run(app.ctx, {});
  await app.runJobs();
  expect(vod.videos.has(video)).toBe(false);
  const { provider_id } = await app.ctx.db
    .selectFrom('media')
    .select('provider_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(provider_id).toBeNull();
});

it('an upload that nobody registered is removed at the vendor, one that somebody did is not', async () => {
  const { video } = await upload();
  const grant = await getGrant('left.mp4');
  await kodo(grant, 'POST', '');
  expect(vod.videos.size).toBe(2);
  app.clock.advance(9 * 86_400_000);
  await cleanMedia.run(app.ctx, {});
  expect([...vod.videos.keys()]).toEqual([video]);
});

it('the test in the settings calls the vendor and says what is wrong', async () => {
  const test = async () =>
    (await app.http('POST', '/admin/configs/test', { as: admin, body: { group: 'video' } })).body;
  expect(await test()).toMatchObject({ state: 'passed' });
  await app.setting('vod_access_key_secret', 'wrong');
  expect(await test()).toMatchObject({ state: 'failed', text: '密钥不正确' });
  vod.refuseAs('Forbidden.RAM');
  await app.setting('vod_access_key_secret', vodSettings(vod).vod_access_key_secret);
  expect(await test()).toMatchObject({ state: 'failed', text: '没有权限，请为密钥授予视频点播的权限' });
  await app.setting('vod_access_key_id', '');
  expect(await test()).toMatchObject({ state: 'failed', text: '视频服务的设置还不完整，暂时不能上传视频。' });
  await app.setting('video_driver', 'local');
  expect(await test()).toMatchObject({ state: 'local', title: '视频在本机处理，没有连接外部服务' });
});

it('the test in the settings plays the newest video, and names the setting that keeps browsers from it', async () => {
  await uploadReady();
  app.clock.advance(601_000);
  const test = async () =>
    (await app.http('POST', '/admin/configs/test', { as: admin, body: { group: 'video' } })).body;
  expect(await test()).toMatchObject({ state: 'passed', text: '' });
  await app.setting('vod_url_key', 'another');
  expect(await test()).toMatchObject({ state: 'failed', text: expect.stringContaining('请核对“URL 鉴权主 KEY”') });
  await app.setting('vod_url_key', '');
  expect(await test()).toMatchObject({ state: 'failed', text: expect.stringContaining('请填写“URL 鉴权主 KEY”') });
  const { vod_url_key: key } = vodSettings(vod);
  await app.setting('vod_url_key', key);
  vod.allowPages(['https://another.example']);
  expect(await test()).toMatchObject({ state: 'failed', text: expect.stringContaining('Referer 防盗链') });
  vod.allowPages(['http://school.test']);
  expect(await test()).toMatchObject({ state: 'passed' });
  await app.setting('vod_domain', 'http://127.0.0.1:9');
  expect(await test()).toMatchObject({ state: 'failed', text: expect.stringContaining('请核对“点播加速域名”') });
});

it('a wrong play key is a clear error for who watches, and the log has what the network answered', async () => {
  const { id } = await uploadReady();
  const { body } = await app.http('GET', `/admin/media/${id}/preview`, { as: admin });
  const error = vi.spyOn(app.ctx.log, 'error');
  await app.setting('vod_url_key', 'another');
  const master = await app.http('GET', body.url, { as: admin, base: '' });
  const [quality = ''] = linesOf(master.text);
  const reply = await app.http('GET', quality, { as: admin, base: '' });
  expect([reply.status, reply.body.code]).toEqual([502, 'provider.failed']);
  expect(inspect(error.mock.calls, { depth: null })).toContain('its address answered 403');
  error.mockRestore();
});
