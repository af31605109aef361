import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type MemberPerson, type TestApp } from '../../../../test/app.ts';
import { buildCourse, buildEntitlement, buildProduct, type BuiltCourse } from '../../../../test/factories.ts';
import { createPlayer, packageBoth, packageVideo } from './playback.fixture.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const lessonOf = ({ lessons }: BuiltCourse, index = 0): number => lessons[index]?.id ?? 0;
const inSeconds = (seconds: number): Date => new Date(app.ctx.clock().getTime() + seconds * 1000);

async function buildOwned(
  options: Parameters<typeof buildCourse>[1] = {},
  endAt: Date | null = null,
): Promise<{ built: BuiltCourse; member: MemberPerson }> {
  const built = await buildCourse(app.ctx, options);
  const member = await app.person.member();
  await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: built.course.id, end_at: endAt });
  return { built, member };
}

describe('GET /home/play-auth', () => {
  it('gives the owner a ticket, the marquee, the place to go on and the way through the course', async () => {
    const { built, member } = await buildOwned({
      max_speed: 1.5,
      forbid_skip: true,
      presence_min: 15,
      complete_percent: 80,
    });
    await sql`update users set mobile_phone = '13912345678' where id = ${member.user_id}`.execute(app.ctx.db);
    await app.ctx.db
      .insertInto('learning_records')
      .values({
        member_id: member.member_id,
        course_id: built.course.id,
        lesson_id: lessonOf(built, 1),
        duration_sec: 600,
        seen_bitmap: Buffer.from([0b1100]),
        seen_sec: 10,
        percent: 1,
        last_position: 42,
      })
      .execute();
    const { status, body } = await createPlayer(app, member).open(lessonOf(built, 1));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      other_device: false,
      other: null,
      lesson: { id: lessonOf(built, 1), title: '课时 2', chapter_title: '第 1 章' },
      course: { id: built.course.id },
      position: 42,
      duration_sec: 600,
      seen: [[10, 20]],
      seen_sec: 10,
      percent: 1,
      completed_at: null,
      missing_sec: 470,
      max_speed: 1.5,
      forbid_skip: true,
      presence_min: 15,
      complete_percent: 80,
      preview_sec: null,
      previous: { id: lessonOf(built, 0) },
      next: { id: lessonOf(built, 2) },
      source: { mode: 'hls' },
    });
    expect(body.marquee).toMatch(/^张三 5678 [2-9A-Z]{6}$/);
    expect(new Date(body.expires_at).getTime()).toBe(inSeconds(600 + 600).getTime());
    const stored = await app.ctx.db
      .selectFrom('play_tickets')
      .selectAll()
      .where('member_id', '=', member.member_id)
      .executeTakeFirstOrThrow();
    expect(stored).toMatchObject({
      lesson_id: lessonOf(built, 1),
      is_preview: false,
      taken_over_at: null,
      trace_code: body.marquee.slice(-6),
    });
    expect(stored.ticket_hash.toString()).not.toContain(body.ticket);
  });

  it('names what is left to learn as the next lesson: after this one, then from the start, and nothing when all is done', async () => {
    const { built, member } = await buildOwned();
    const finish = (index: number) =>
      app.ctx.db
        .insertInto('learning_records')
        .values({
          member_id: member.member_id,
          course_id: built.course.id,
          lesson_id: lessonOf(built, index),
          duration_sec: 600,
          seen_sec: 600,
          percent: 100,
          completed_at: app.ctx.clock(),
        })
        .execute();
    /** The lesson before and the next one, by their places in the course. */
    const wayOf = async (index: number) => {
      const { body } = await createPlayer(app, member).open(lessonOf(built, index));
      return [body.previous, body.next].map((lesson) => built.lessons.findIndex(({ id }) => id === lesson?.id));
    };
    await finish(2);
    expect([await wayOf(1), await wayOf(3)]).toEqual([
      [0, 3],
      [2, 0],
    ]);
    for (const index of [0, 3]) await finish(index);
    expect([await wayOf(1), await wayOf(3)]).toEqual([
      [0, -1],
      [2, 1],
    ]);
    // A finished course is gone through again in its order.
    await finish(1);
    expect([await wayOf(1), await wayOf(3)]).toEqual([
      [0, 2],
      [2, -1],
    ]);
  });

  it('leads who may only try the course to lessons that can be tried', async () => {
    const built = await buildCourse(app.ctx);
    for (const index of [0, 3])
      await app.ctx.db
        .updateTable('lessons')
        .set({ preview_sec: 60 })
        .where('id', '=', lessonOf(built, index))
        .execute();
    const { open } = createPlayer(app, await app.person.member());
    const [first, last] = [(await open(lessonOf(built, 0))).body, (await open(lessonOf(built, 3))).body];
    expect([first.previous, first.next?.id, last.previous?.id, last.next?.id]).toEqual([
      null,
      lessonOf(built, 3),
      lessonOf(built, 0),
      lessonOf(built, 0),
    ]);
  });

  it('starts over where the end was reached, and ends with the right to watch', async () => {
    const end = inSeconds(300);
    const { built, member } = await buildOwned({}, end);
    await app.ctx.db
      .insertInto('learning_records')
      .values({
        member_id: member.member_id,
        course_id: built.course.id,
        lesson_id: lessonOf(built),
        duration_sec: 600,
        last_position: 597,
      })
      .execute();
    const { body } = await createPlayer(app, member).open(lessonOf(built));
    expect([body.position, body.previous]).toEqual([0, null]);
    expect(new Date(body.expires_at)).toEqual(end);
    expect(Number(/[?&]e=(\d+)/.exec(body.source.url)?.[1])).toBe(Math.floor(end.getTime() / 1000));
  });

  it('refuses who may not watch, and says why', async () => {
    const built = await buildCourse(app.ctx);
    const draft = await buildCourse(app.ctx, { status: 0 });
    const offShelf = await buildCourse(app.ctx, { status: 2 });
    const member = await app.person.member();
    const newcomer = await app.person.member({ activated: false });
    const { open } = createPlayer(app, member);
    const codes = async (...ids: number[]) =>
      Promise.all(ids.map(async (id) => [(await open(id)).status, (await open(id)).body.code]));
    expect(await codes(lessonOf(built), lessonOf(draft), lessonOf(offShelf), 999_999_999)).toEqual([
      [403, 'course.no_access'],
      [404, 'lesson.not_found'],
      [404, 'course.not_found'],
      [404, 'lesson.not_found'],
    ]);
    const refused = await createPlayer(app, newcomer).open(lessonOf(built));
    expect([refused.status, refused.body.code, refused.body.redirect]).toEqual([
      403,
      'access.not_activated',
      '/home/cards/use-card',
    ]);
    const { id, title } = built.course;
    for (const { body } of [refused, await open(lessonOf(built))])
      expect(body.closed_lesson).toEqual({
        lesson: { title: built.lessons[0]?.title, chapter_title: expect.any(String) },
        course: { id, title },
      });
    expect((await app.http('GET', '/home/play-auth?lesson_id=1')).status).toBe(401);
    expect((await open(0)).status).toBe(422);
    const rows = await app.ctx.db
      .selectFrom('play_tickets')
      .select('id')
      .where('member_id', 'in', [member.member_id, newcomer.member_id])
      .execute();
    expect(rows).toEqual([]);
  });

  it('names the cheapest product on sale that opens the course: to who is refused, to who watches the free part, and to nobody else', async () => {
    const { built, member: owner } = await buildOwned();
    await app.ctx.db.updateTable('lessons').set({ preview_sec: 60 }).where('id', '=', lessonOf(built)).execute();
    const people = [await app.person.member(), await app.person.member({ activated: false })];
    const opens = async (index: number) =>
      Promise.all(
        people.map(async (person) => (await createPlayer(app, person).open(lessonOf(built, index))).body.offer ?? null),
      );
    await buildProduct(app.ctx, { course_ids: [built.course.id], sale_price: 100, status: 0 });
    await buildProduct(app.ctx, { course_ids: [built.course.id], sale_price: 200, deleted_at: inSeconds(0) });
    expect([await opens(0), await opens(1)]).toEqual([
      [null, null],
      [null, null],
    ]);
    await buildProduct(app.ctx, { course_ids: [built.course.id], sale_price: 59_900 });
    const { id } = await buildProduct(app.ctx, { course_ids: [built.course.id], sale_price: 9900, title: '口语年卡' });
    const offer = { id, title: '口语年卡', sale_price: 9900 };
    expect([await opens(0), await opens(1)]).toEqual([
      [offer, offer],
      [offer, offer],
    ]);
    expect((await createPlayer(app, owner).open(lessonOf(built))).body).toMatchObject({
      preview_sec: null,
      offer: null,
    });
  });

  it.each([
    ['an entitlement that is over', { end_at: () => inSeconds(-1) }],
    ['one that begins tomorrow', { start_at: () => inSeconds(86_400) }],
    ['one that was taken back', { revoked_at: () => inSeconds(-5) }],
  ])('does not accept %s as a right', async (_name, options) => {
    const built = await buildCourse(app.ctx);
    const member = await app.person.member();
    const values = Object.fromEntries(Object.entries(options).map(([key, make]) => [key, make()]));
    await buildEntitlement(app.ctx, {
      member_id: member.member_id,
      course_id: built.course.id,
      start_at: inSeconds(-1000),
      ...values,
    });
    expect((await createPlayer(app, member).open(lessonOf(built))).body.code).toBe('course.no_access');
  });

  it('opens a free course to every member, to one who has not activated anything, too', async () => {
    const built = await buildCourse(app.ctx, { is_free: true });
    expect((await createPlayer(app, await app.person.member()).open(lessonOf(built))).body.preview_sec).toBe(null);
    expect(
      (await createPlayer(app, await app.person.member({ activated: false })).open(lessonOf(built))).body,
    ).toMatchObject({ preview_sec: null });
  });

  it('says that a video is not ready, and that an account was stopped', async () => {
    const { built, member } = await buildOwned();
    const { open } = createPlayer(app, member);
    await sql`update media set status = 2, renditions = null where id = ${built.media[0]?.id}`.execute(app.ctx.db);
    expect((await open(lessonOf(built))).body.code).toBe('lesson.not_ready');
    expect((await open(lessonOf(built, 1))).body.previous).toBe(null);
    await sql`update members set status = 2 where id = ${member.member_id}`.execute(app.ctx.db);
    await app.ctx.bus.publish(app.ctx.db, `user:${member.user_id}`);
    await app.messagesHandled();
    const again = await app.person.user(member.user_id);
    expect((await createPlayer(app, again).open(lessonOf(built, 1))).body.code).toBe('auth.account_stopped');
  });

  it('does not interrupt another device that is watching unless told to take over', async () => {
    const { built, member } = await buildOwned();
    const phone = createPlayer(app, member);
    const computer = createPlayer(app, await app.person.user(member.user_id));
    const first = await phone.open(lessonOf(built));
    const response = await computer.open(lessonOf(built, 1));
    expect(response.body).toMatchObject({
      other_device: true,
      other: { device_name: 'test', lesson_title: '课时 1' },
      ticket: null,
      source: null,
      expires_at: null,
    });
    expect(response.body.lesson.title).toBe('课时 2');
    app.clock.advance(10_000);
    expect((await phone.beat(first.body.ticket, { seq: 1, intervals: [[0, 10]] })).status).toBe(200);
    const taken = await computer.open(lessonOf(built, 1), { take_over: 1 });
    expect([taken.body.other_device, typeof taken.body.ticket]).toEqual([false, 'string']);
    const ended = await phone.beat(first.body.ticket, { seq: 2, intervals: [[10, 20]] });
    expect([ended.status, ended.body.code]).toEqual([409, 'play.taken_over']);
    expect((await phone.open(lessonOf(built))).body.other_device).toBe(true);
    app.clock.advance(41_000);
    expect((await phone.open(lessonOf(built))).body.other_device).toBe(false);
  });

  it('goes from lesson to lesson in one browser without asking', async () => {
    const { built, member } = await buildOwned();
    const { open } = createPlayer(app, member);
    const tickets = [await open(lessonOf(built)), await open(lessonOf(built, 1))].map((reply) => reply.body.ticket);
    expect(tickets.every((ticket) => typeof ticket === 'string')).toBe(true);
    const live = await app.ctx.db
      .selectFrom('play_tickets')
      .select('lesson_id')
      .where('member_id', '=', member.member_id)
      .where('taken_over_at', 'is', null)
      .execute();
    expect(live).toEqual([{ lesson_id: lessonOf(built, 1) }]);
  });

  it('leaves one live ticket however many are requested concurrently', async () => {
    const { built, member } = await buildOwned();
    const { open } = createPlayer(app, member);
    const replies = await Promise.all(Array.from({ length: 10 }, (_, index) => open(lessonOf(built, index % 4))));
    expect(replies.map((reply) => reply.status)).toEqual(Array.from({ length: 10 }, () => 200));
    const live = await app.ctx.db
      .selectFrom('play_tickets')
      .select('id')
      .where('member_id', '=', member.member_id)
      .where('taken_over_at', 'is', null)
      .execute();
    expect(live).toHaveLength(1);
  });
});

describe('GET /uploads/media', () => {
  async function openVideo() {
    const { built, member } = await buildOwned();
    await packageVideo(app, built.media[0]?.renditions);
    const { body } = await createPlayer(app, member).open(lessonOf(built));
    return { built, member, url: String(body.source.url) };
  }
  const get = (url: string, as?: MemberPerson) => app.http('GET', url, { base: '', ...(as ? { as } : {}) });

  it('plays to the member it was made for: a playlist with signed segments, and the segments by ranges', async () => {
    const { member, url } = await openVideo();
    const list = await get(url, member);
    expect([list.status, list.headers['content-type'], list.headers['cache-control']]).toEqual([
      200,
      'application/vnd.apple.mpegurl',
      'private, no-store',
    ]);
    const segment = list.text.split('\n').find((line) => line.includes('segment-2.m4s')) ?? '';
    expect(segment).toMatch(/&b=1.*&token=/);
    expect((await get(segment, member)).text).toBe('segment 2');
    const part = await app.http('GET', segment, { base: '', as: member, headers: { range: 'bytes=0-1' } });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'se', 'bytes 0-1/9']);
  });

  it('opens nothing to another member, to a stranger, after its end, or when a letter was changed', async () => {
    const { member, url } = await openVideo();
    const segment = (await get(url, member)).text.split('\n').find((line) => line.includes('segment-1.m4s')) ?? '';
    const other = await app.person.member();
    for (const address of [url, segment]) {
      expect((await get(address, other)).status, 'another learner').toBe(403);
      expect((await get(address)).status, 'a stranger').toBe(403);
      expect((await get(address.replace(/m=\d+/, `m=${other.member_id}`), other)).status, 'another learner in it').toBe(
        403,
      );
      expect((await get(address.replace('&b=1', ''), member)).status, 'unbound').toBe(403);
      expect((await get(address.replace(/\be=(\d)/, 'e=9$1'), member)).status, 'a later end').toBe(403);
    }
    app.clock.advance(1_201_000);
    expect((await get(url, member)).status).toBe(403);
    expect((await get(segment, member)).status).toBe(403);
  });

  it('ends a preview where it ends, for who has not activated anything as well', async () => {
    const built = await buildCourse(app.ctx);
    await sql`update lessons set preview_sec = 60 where id = ${lessonOf(built)}`.execute(app.ctx.db);
    await packageVideo(app, built.media[0]?.renditions);
    const newcomer = await app.person.member({ activated: false });
    const { body } = await createPlayer(app, newcomer).open(lessonOf(built));
    expect([body.preview_sec, body.duration_sec]).toEqual([60, 600]);
    expect(new Date(body.expires_at)).toEqual(inSeconds(660));
    const list = await get(body.source.url, newcomer);
    expect(list.text.match(/segment-\d+\.m4s/g)).toHaveLength(10);
    const whole = await get(String(body.source.url).replace('&p=60', ''), newcomer);
    expect(whole.status).toBe(403);
    const first = list.text.split('\n').find((line) => line.includes('segment-1.m4s')) ?? '';
    expect((await get(first.replace('segment-1.', 'segment-11.'), newcomer)).status).toBe(403);
    await sql`update media set renditions = renditions || '{"mode": "mp4"}' where id = ${built.media[0]?.id}`.execute(
      app.ctx.db,
    );
    expect((await createPlayer(app, newcomer).open(lessonOf(built))).body.code).toBe('access.not_activated');
  });

  it('gives each quality an address of its own, which is bound and ends like that of all of them', async () => {
    const { built, member } = await buildOwned();
    await packageBoth(app, built.media[0]);
    const { source } = (await createPlayer(app, member).open(lessonOf(built))).body;
    expect(source.url).toContain('/master.m3u8?');
    const [high = '', low = ''] = source.renditions as string[];
    expect([high.includes('/index.m3u8?'), low.includes('/small-index.m3u8?'), source.renditions.length]).toEqual([
      true,
      true,
      2,
    ]);
    const named = (await get(source.url, member)).text.split('\n').filter((line) => line.startsWith('/uploads/'));
    expect(named).toEqual([high, low]);
    expect((await get(low, member)).text.match(/small-segment-\d+\.m4s/g)).toHaveLength(100);
    const other = await app.person.member();
    for (const address of [high, low]) {
      expect((await get(address.replace(/\?.*/, ''), member)).status, 'unsigned').toBe(403);
      expect((await get(address, other)).status, 'another learner').toBe(403);
      expect((await get(address)).status, 'a stranger').toBe(403);
      expect((await get(address.replace(/m=\d+/, `m=${other.member_id}`), other)).status, 'another learner in it').toBe(
        403,
      );
      expect((await get(address.replace(/\be=(\d)/, 'e=9$1'), member)).status, 'a later end').toBe(403);
    }
    expect(
      (await get(high.replace('/index.', '/small-index.'), member)).status,
      'the signature of another quality',
    ).toBe(403);
    app.clock.advance(1_201_000);
    for (const address of [high, low]) expect((await get(address, member)).status, 'after its end').toBe(403);
  });

  it('ends a preview in every quality, and offers no choice of one quality or of a plain file', async () => {
    const built = await buildCourse(app.ctx);
    await sql`update lessons set preview_sec = 60 where id in (${lessonOf(built)}, ${lessonOf(built, 1)})`.execute(
      app.ctx.db,
    );
    await packageBoth(app, built.media[0]);
    const newcomer = await app.person.member({ activated: false });
    const { source } = (await createPlayer(app, newcomer).open(lessonOf(built))).body;
    for (const address of source.renditions)
      expect((await get(address, newcomer)).text.match(/segment-\d+\.m4s/g)).toHaveLength(10);
    expect((await createPlayer(app, newcomer).open(lessonOf(built, 1))).body.source.renditions).toEqual([]);
    const member = await app.person.member();
    await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: built.course.id });
    await sql`update media set renditions = renditions || '{"mode": "mp4"}' where id = ${built.media[0]?.id}`.execute(
      app.ctx.db,
    );
    expect((await createPlayer(app, member).open(lessonOf(built))).body.source).toMatchObject({
      mode: 'mp4',
      renditions: [],
    });
  });

  it('needs no cookie from other clients, whose address is for them alone', async () => {
    const { built, member } = await buildOwned();
    await packageVideo(app, built.media[0]?.renditions);
    const { body } = await app.http('GET', `/home/play-auth?lesson_id=${lessonOf(built)}`, {
      as: member,
      base: '/api',
    });
    expect((await get(body.source.url)).status).toBe(200);
    expect(body.source.url).toContain(`m=${member.member_id}`);
  });

  it('ends for other clients with their login, and minutes after the last beat', async () => {
    const { built, member } = await buildOwned();
    await packageVideo(app, built.media[0]?.renditions);
    const open = async () =>
      (await app.http('GET', `/home/play-auth?lesson_id=${lessonOf(built)}`, { as: member, base: '/api' })).body;
    const { source, ticket } = await open();
    const segment = (await get(source.url)).text.split('\n').find((line: string) => line.includes('segment-2.')) ?? '';
    const statuses = async () => [(await get(source.url)).status, (await get(segment)).status];
    app.clock.advance(200_000);
    await app.http('POST', '/home/learning-records/beat', {
      as: member,
      base: '/api',
      body: { ticket, seq: 1, intervals: [[0, 10]], position: 10, speed: 1 },
    });
    app.clock.advance(200_000);
    expect(await statuses()).toEqual([200, 200]);
    app.clock.advance(101_000);
    expect(await statuses()).toEqual([403, 403]);
    const next = await open();
    expect((await get(next.source.url)).status).toBe(200);
    await app.http('POST', '/open/logout', { as: member, base: '/api', body: {} });
    expect((await get(next.source.url)).status).toBe(403);
  });
});
