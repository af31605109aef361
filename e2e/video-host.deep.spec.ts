import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalVideo } from '../server/src/adapters/video/local.ts';
import { signedEvent, startAliyunVod, vodSettings, type VodFake } from '../server/test/fakes/video/aliyun-vod.ts';
import { makeTestVideo } from '../server/test/media.ts';
import { closeBrowser, newVisitor, phone, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { chooseFiles, grantCourse } from './support/lessons.ts';
import { logInAgain, logInAsAdmin, registerMember } from './support/people.ts';
import { send } from './support/send.ts';

const mobile = '13900030551';
let admin: Visitor;
let member: Visitor;
let vod: VodFake;
let folder: string;

beforeAll(async () => {
  [admin, member] = [await newVisitor(), await newVisitor({ size: phone })];
  vod = await startAliyunVod(() => new Date());
  folder = await mkdtemp(join(tmpdir(), 'kaike-vod-'));
  await logInAsAdmin(admin.page);
  await registerMember(member.page, mobile);
});
afterAll(async () => {
  await send(admin.page, 'PUT', 'admin/configs', { values: { video_driver: 'local', vod_domain: '' } });
  await closeBrowser();
  await vod.close();
  await rm(folder, { recursive: true, force: true });
});

/** The vendor encodes what it received. */
async function encode(id: string): Promise<void> {
  const input = await makeTestVideo({ seconds: 12 });
  const output = join(folder, 'out');
  const video = await createLocalVideo({}, { log: { info: () => undefined } }).packageVideo({
    input,
    output_dir: output,
  });
  const names = await readdir(output);
  const files = new Map(
    await Promise.all(names.map(async (name): Promise<[string, Buffer]> => [name, await readFile(join(output, name))])),
  );
  const stream = { definition: 'SD', format: 'm3u8', file: video.playlist, height: video.height } as const;
  vod.change(id, { status: 'Normal', duration: video.duration_sec, files, streams: [stream] });
}

it('a video goes to the vendor, and a learner watches it on a phone and gets credit', async () => {
  const { page } = admin;
  await send(page, 'PUT', 'admin/configs', { values: vodSettings(vod) });
  const { id: course } = await send(page, 'POST', 'admin/courses', { title: '云上课程' });
  await send(page, 'POST', `admin/courses/${course}/chapters`, { title: '第一章' });
  await page.goto(`/admin/courses/${course}`);
  await (await chooseFiles(page)).setFiles(await makeTestVideo({ seconds: 12 }));
  const mediaOf = () =>
    query<{ id: string; status: number; provider: string; provider_id: string; lesson: string }>(
      `select m.id, m.status, m.provider, m.provider_id, l.id as lesson from media m join lessons l on l.media_id = m.id where l.course_id = ${course}`,
    );
  await expect.poll(mediaOf).toMatchObject([{ provider: 'aliyun' }]);
  const [media] = await mediaOf();
  await encode(media?.provider_id ?? '');
  const events = new URL('/api/open/message-notify/vod', page.url()).href;
  const body = JSON.stringify({ EventType: 'TranscodeComplete', VideoId: media?.provider_id });
  expect((await fetch(events, { method: 'POST', headers: signedEvent(events, new Date()), body })).status).toBe(200);
  await expect.poll(async () => (await mediaOf())[0]?.status).toBe(3);
  await send(page, 'PUT', 'admin/courses/change-status', { ids: [course], status: 1 });
  await grantCourse(page, mobile, Number(course));
  await logInAgain(member.page, mobile);
  const phonePage = member.page;
  await phonePage.goto(`/home/lessons/${media?.lesson}`);
  const position = () =>
    phonePage.locator('video').evaluate(async (video: HTMLVideoElement) => {
      video.muted = true;
      await video.play().catch(() => undefined);
      return video.currentTime;
    });
  await expect.poll(position).toBeGreaterThan(3);
  await phonePage.goto('/home/index');
  const credit = () => query(`select 1 from learning_records where lesson_id = ${media?.lesson} and seen_sec > 0`);
  await expect.poll(credit).toHaveLength(1);
  const segments = vod.requests.filter(
    ({ url, headers }) => url.pathname.endsWith('.m4s') && /Mozilla/.test(headers['user-agent'] ?? ''),
  );
  expect(segments.length).toBeGreaterThan(0);
  expect([...admin.problems, ...member.problems]).toEqual([]);
});
