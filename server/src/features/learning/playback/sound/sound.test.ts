import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalVideo } from '../../../../adapters/video/local.ts';
import { startTestApp, type MemberPerson, type Reply, type TestApp } from '../../../../../test/app.ts';
import { buildCourse, buildEntitlement, buildMedia, type BuiltCourse } from '../../../../../test/factories.ts';
import { makeTestSound, type TestSound } from '../../../../../test/media.ts';
import { processMedia } from '../../../catalog/media/public.ts';
import { createPlayer } from '../playback.fixture.ts';

const probe = createLocalVideo({}, { log: { info: () => undefined } }).probeSound;
let app: TestApp;
let folder = '';
beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'kaike-heard-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const cover = '/uploads/public/2026/01/cover.webp';

/** A course whose first lesson is a real sound, processed as an upload is. */
async function buildHeard({
  sound = { seconds: 20, ext: 'mp3' } as TestSound,
  ...lesson
}: { sound?: TestSound; preview_sec?: number; is_free?: boolean } = {}): Promise<BuiltCourse & { lesson_id: number }> {
  const built = await buildCourse(app.ctx, { cover });
  const stored = await app.ctx.adapters.storage.store(sound.ext, await readFile(await makeTestSound(sound)));
  const media = await buildMedia(app.ctx, {
    status: 2,
    storage_key: stored.key,
    size: stored.size,
    duration_sec: 0,
    width: 0,
    height: 0,
    renditions: null,
  });
  const id = built.lessons[0]?.id ?? 0;
  await app.ctx.db
    .updateTable('lessons')
    .set({ type: 2, media_id: media.id, duration_sec: 0, ...lesson })
    .where('id', '=', id)
    .execute();
  await processMedia.run(app.ctx, { media_id: media.id });
  return { ...built, lesson_id: id };
}

async function buildOwner(built: BuiltCourse): Promise<MemberPerson> {
  const member = await app.person.member();
  await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: built.course.id });
  return member;
}

const get = (url: string, options: { as?: MemberPerson; range?: string } = {}): Promise<Reply> =>
  app.http('GET', url, {
    base: '',
    ...(options.as ? { as: options.as } : {}),
    ...(options.range ? { headers: { range: options.range } } : {}),
  });

/** Seconds of the sound behind an address. */
async function secondsOf({ raw }: Reply, ext: string): Promise<number> {
  const path = join(folder, `heard.${ext}`);
  await writeFile(path, raw);
  return (await probe(path)).duration_sec;
}

describe('an audio lesson', () => {
  it('plays by ranges for its member, with the cover of the course, and for nobody else', async () => {
    const built = await buildHeard();
    const member = await buildOwner(built);
    const { body } = await createPlayer(app, member).open(built.lesson_id);
    expect(body).toMatchObject({ duration_sec: 20, preview_sec: null, lesson: { cover }, source: { mode: 'mp4' } });
    expect(body.source.url).toMatch(/\/sound\.mp3\?/);
    const part = await get(body.source.url, { as: member, range: 'bytes=100-199' });
    expect([part.status, part.headers['content-type'], part.raw.length]).toEqual([206, 'audio/mpeg', 100]);
    const own = await app.http('GET', `/home/lessons/${built.lesson_id}`, { as: member });
    expect(own.body.lesson).toMatchObject({ type: 2, duration_sec: 20 });
    const stranger = await app.person.member();
    expect((await createPlayer(app, stranger).open(built.lesson_id)).body.code).toBe('course.no_access');
    expect((await get(body.source.url.replace(/([?&]l=)\d+/, '$10'), { as: member })).status).toBe(403);
    app.clock.advance((20 + 601) * 1000);
    expect((await get(body.source.url, { as: member })).status).toBe(403);
  });

  it('credits what was played, to its end, and no more', async () => {
    const built = await buildHeard();
    const member = await buildOwner(built);
    const { open, beat } = createPlayer(app, member);
    const { ticket } = (await open(built.lesson_id)).body;
    app.clock.advance(2000);
    expect((await beat(ticket, { seq: 1, intervals: [[0, 20]], position: 20 })).body).toMatchObject({
      completed_at: null,
      is_cut: true,
    });
    app.clock.advance(18_000);
    const done = await beat(ticket, { seq: 2, intervals: [[0, 20]], position: 20 });
    expect(done.body).toMatchObject({
      percent: 100,
      seen: [[0, 20]],
      missing_sec: 0,
      completed_at: expect.any(String),
    });
    const record = await app.ctx.db
      .selectFrom('learning_records')
      .select(['seen_sec', 'percent', 'duration_sec'])
      .where('lesson_id', '=', built.lesson_id)
      .executeTakeFirst();
    expect(record).toEqual({ seen_sec: 20, percent: 100, duration_sec: 20 });
    expect((await beat(ticket, { seq: 3, intervals: [[0, 20]] })).status).toBe(200);
    const other = createPlayer(app, await app.person.member());
    expect((await other.beat(ticket, { seq: 4, intervals: [[0, 5]] })).body.code).toBe('play.ticket_invalid');
  });

  it.each<TestSound>([
    { seconds: 20, ext: 'mp3' },
    { seconds: 20, ext: 'm4a' },
    { seconds: 20, ext: 'wav' },
  ])('gives its free beginning and not a second more of %o, to members and visitors', async (sound) => {
    const built = await buildHeard({ sound, preview_sec: 7 });
    const member = await app.person.member();
    const mine = (await createPlayer(app, member).open(built.lesson_id)).body;
    const visitors = (await app.http('POST', '/open/previews', { body: { lesson_id: built.lesson_id } })).body;
    expect([mine.preview_sec, visitors.preview_sec, visitors.type, visitors.cover]).toEqual([7, 7, 2, cover]);
    const [first, again, whole] = await Promise.all([
      get(mine.source.url, { as: member }),
      get(mine.source.url, { as: member }),
      get(visitors.source.url),
    ]);
    const ext = sound.ext === 'mp3' ? 'mp3' : 'm4a';
    expect(await secondsOf(first, ext)).toBeCloseTo(7, 0);
    expect([again.raw.equals(first.raw), whole.raw.equals(first.raw)]).toEqual([true, true]);
    expect((await get(mine.source.url, { as: member, range: 'bytes=0-9' })).headers['content-range']).toMatch(
      new RegExp(`/${first.raw.length}$`),
    );
    expect((await get(visitors.source.url.replace(/([?&]p=)7/, '$120'))).status).toBe(403);
    expect((await get(visitors.source.url.replace(/([?&]p=)7/, '$1'))).status).toBe(403);
  });

  it('that is free plays whole, from the one file', async () => {
    const built = await buildHeard({ is_free: true });
    const { body } = await app.http('POST', '/open/previews', { body: { lesson_id: built.lesson_id } });
    const member = await app.person.member();
    const mine = (await createPlayer(app, member).open(built.lesson_id)).body;
    expect([
      body.preview_sec,
      body.source.url.includes('p='),
      mine.preview_sec,
      /[?&]p=/.test(mine.source.url),
    ]).toEqual([null, false, 20, false]);
    expect(await secondsOf(await get(body.source.url), 'mp3')).toBeCloseTo(20, 0);
  });

  it('is saved as a file only where the course offers it, by its members, until their right ends', async () => {
    const built = await buildHeard();
    const path = `/home/lessons/${built.lesson_id}/sound`;
    const member = await buildOwner(built);
    const page = async () => (await app.http('GET', `/home/lessons/${built.lesson_id}`, { as: member })).body;
    expect([(await page()).sound_file, (await app.http('GET', path, { as: member })).status]).toEqual([null, 404]);
    await app.ctx.db.updateTable('courses').set({ audio_download: true }).where('id', '=', built.course.id).execute();
    expect((await page()).sound_file).toMatch(/\.mp3$/);
    const { status, headers } = await app.http('GET', path, { as: member });
    const address = String(headers['location']);
    const file = await get(address, { as: member });
    expect([status, file.status, String(file.headers['content-disposition']).startsWith('attachment; ')]).toEqual([
      302,
      200,
      true,
    ]);
    expect(await secondsOf(file, 'mp3')).toBeCloseTo(20, 0);
    const stranger = await app.person.member();
    expect((await app.http('GET', path, { as: stranger })).body.code).toBe('course.no_access');
    expect((await get(address, { as: stranger })).status).toBe(403);
    await app.ctx.db
      .updateTable('entitlements')
      .set({ end_at: new Date(app.ctx.clock().getTime() + 60_000) })
      .where('member_id', '=', member.member_id)
      .execute();
    const last = String((await app.http('GET', path, { as: member })).headers['location']);
    app.clock.advance(61_000);
    expect([(await get(last, { as: member })).status, (await app.http('GET', path, { as: member })).status]).toEqual([
      403, 403,
    ]);
  });

  it('is no file to save for who may only try it', async () => {
    const built = await buildHeard({ preview_sec: 7 });
    await app.ctx.db.updateTable('courses').set({ audio_download: true }).where('id', '=', built.course.id).execute();
    const visitor = await app.person.member();
    const { body } = await app.http('GET', `/home/lessons/${built.lesson_id}`, { as: visitor });
    const file = await app.http('GET', `/home/lessons/${built.lesson_id}/sound`, { as: visitor });
    expect([body.sound_file, file.status]).toEqual([null, 404]);
  });

  it('waits for its sound', async () => {
    const built = await buildHeard();
    await app.ctx.db
      .updateTable('media')
      .set({ status: 2 })
      .where(
        'id',
        '=',
        (
          await app.ctx.db
            .selectFrom('lessons')
            .select('media_id')
            .where('id', '=', built.lesson_id)
            .executeTakeFirstOrThrow()
        ).media_id ?? 0,
      )
      .execute();
    const member = await buildOwner(built);
    expect((await createPlayer(app, member).open(built.lesson_id)).body.code).toBe('lesson.not_ready');
  });
});
