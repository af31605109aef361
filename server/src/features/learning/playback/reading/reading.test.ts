import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents } from '../../../../../test/documents.ts';
import { buildCourse, buildEntitlement } from '../../../../../test/factories.ts';
import { startTestApp, type MemberPerson, type Person, type Reply, type TestApp } from '../../../../../test/app.ts';
import { storeDocument } from '../../../../../test/stored-document.ts';
import { buildReading, createPlayer } from '../playback.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Opened = { member: MemberPerson; ticket: string; lesson: number; course_id: number };

const openAs = (member: MemberPerson, lesson: number, body: object = {}): Promise<Reply> =>
  app.http('POST', `/home/lessons/${lesson}/reading`, { as: member, body });
const report = (
  { member, ticket }: { member: Person; ticket: string },
  body: { seq: number; read_sec: number; is_at_end?: boolean; late?: boolean },
): Promise<Reply> => app.http('POST', '/home/learning-records/read', { as: member, body: { ticket, ...body } });

async function openOwned(): Promise<Opened> {
  const built = await buildReading(app);
  const member = await app.person.member();
  await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: built.course.id });
  const { body } = await openAs(member, built.article);
  return { member, ticket: body.ticket, lesson: built.article, course_id: built.course.id };
}

const recordOf = ({ member, lesson }: Opened) =>
  app.ctx.db
    .selectFrom('learning_records')
    .selectAll()
    .where('member_id', '=', member.member_id)
    .where('lesson_id', '=', lesson)
    .executeTakeFirst();

describe('POST /home/lessons/:id/reading', () => {
  it('gives the text of an article and a ticket to its owner', async () => {
    const built = await buildReading(app);
    const member = await app.person.member();
    await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: built.course.id });
    const { status, body } = await openAs(member, built.article);
    expect([status, body]).toMatchObject([
      200,
      {
        content: '<p>第一段</p>',
        document: null,
        duration_sec: 60,
        is_preview: false,
        missing_sec: 60,
        percent: 0,
        is_end_reached: false,
        other: null,
      },
    ]);
    expect(body.ticket).toMatch(/^[\w-]{40,}$/);
  });

  it('shows a PDF to the member alone, until the ticket ends', async () => {
    const { address } = await storeDocument(app, '第一讲.pdf', documents.pdf);
    const built = await buildReading(app, { document: address });
    const member = await app.person.member();
    await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: built.course.id });
    const { body } = await openAs(member, built.document);
    expect(body.document).toMatchObject({ name: '第一讲.pdf', ext: 'pdf', size: documents.pdf.length });
    const get = (url: string, as: MemberPerson | null): Promise<Reply> =>
      app.http('GET', url, { base: '', ...(as ? { as } : {}) });
    const response = await get(body.document.view_url, member);
    expect([
      response.status,
      response.headers['content-type'],
      String(response.headers['content-disposition']).slice(0, 6),
    ]).toEqual([200, 'application/pdf', 'inline']);
    expect(String((await get(body.document.download_url, member)).headers['content-disposition'])).toMatch(
      /^attachment/,
    );
    const altered = body.document.view_url.replace(/([?&]m=)\d+/, '$11');
    expect((await get(altered, member)).status).toBe(403);
    app.clock.advance(7200_000 + 601_000);
    expect((await get(body.document.view_url, member)).status).toBe(403);
  });

  it('refuses who may not study, and what is no reading', async () => {
    const built = await buildReading(app);
    const [stranger, owner] = [await app.person.member(), await app.person.member()];
    await buildEntitlement(app.ctx, { member_id: owner.member_id, course_id: built.course.id });
    expect((await openAs(stranger, built.article)).body.code).toBe('course.no_access');
    expect((await openAs(owner, built.lessons[0]?.id ?? 0)).body.code).toBe('lesson.not_ready');
    expect((await openAs(owner, 999_999)).body.code).toBe('lesson.not_found');
    expect((await app.http('POST', `/home/lessons/${built.article}/reading`, { body: {} })).status).toBe(401);
  });

  it('lets anyone logged in try a free lesson, and counts it', async () => {
    const built = await buildReading(app, { is_free: true });
    const newcomer = await app.person.member({ activated: false });
    const { body } = await openAs(newcomer, built.article);
    expect(body).toMatchObject({ is_preview: true, content: '<p>第一段</p>' });
    app.clock.advance(10_000);
    expect((await report({ member: newcomer, ticket: body.ticket }, { seq: 1, read_sec: 10 })).body).toMatchObject({
      credited_sec: 10,
      seen_sec: 10,
    });
  });

  it('does not take over from an active device unasked', async () => {
    const { member, lesson, ticket } = await openOwned();
    await app.setting('member_session_limit', 2);
    const second = { ...(await app.person.user(member.user_id)), member_id: member.member_id };
    const response = (await openAs(second, lesson)).body;
    expect([response.ticket, response.content, response.other.lesson_title]).toEqual([null, '', '课时 2']);
    expect((await openAs(second, lesson, { take_over: true })).body.ticket).not.toBeNull();
    app.clock.advance(10_000);
    expect((await report({ member, ticket }, { seq: 1, read_sec: 10 })).body.code).toBe('play.taken_over');
  });
});

describe('POST /home/learning-records/read', () => {
  it('counts time by the clock of the server, and finishes with the time and the end', async () => {
    const opened = await openOwned();
    app.clock.advance(30_000);
    expect((await report(opened, { seq: 1, read_sec: 30, is_at_end: true })).body).toMatchObject({
      credited_sec: 30,
      percent: 50,
      missing_sec: 30,
      completed_at: null,
      is_end_reached: true,
    });
    app.clock.advance(29_000);
    expect((await report(opened, { seq: 2, read_sec: 29 })).body).toMatchObject({ percent: 98, completed_at: null });
    app.clock.advance(1000);
    const done = (await report(opened, { seq: 3, read_sec: 1 })).body;
    expect(done).toMatchObject({ percent: 100, missing_sec: 0, completed_at: expect.any(String) });
    expect(await recordOf(opened)).toMatchObject({
      study_sec: 60,
      seen_sec: 60,
      percent: 100,
      duration_sec: 60,
      suspicious: 0,
    });
    const day = await app.ctx.db
      .selectFrom('learning_days')
      .selectAll()
      .where('member_id', '=', opened.member.member_id)
      .execute();
    expect(day).toMatchObject([{ study_sec: 60, lessons_done: 1 }]);
    const course = (await app.http('GET', `/home/courses/${opened.course_id}`, { as: opened.member })).body;
    expect(course.course).toMatchObject({ lessons_done: 1 });
  });

  it('cannot be finished by one forged report, nor by many', async () => {
    const opened = await openOwned();
    for (let seq = 1; seq <= 20; seq += 1) await report(opened, { seq, read_sec: 86_400, is_at_end: true });
    expect(await recordOf(opened)).toMatchObject({ seen_sec: 0, completed_at: null });
    app.clock.advance(5000);
    expect((await report(opened, { seq: 21, read_sec: 3600 })).body).toMatchObject({
      credited_sec: 5,
      completed_at: null,
    });
    expect((await recordOf(opened))?.suspicious).toBeGreaterThan(0);
  });

  it('counts by its own rule only: its ticket is none where what is played counts, and the other way round', async () => {
    const opened = await openOwned();
    app.clock.advance(30_000);
    const { beat, open } = createPlayer(app, opened.member);
    expect((await beat(opened.ticket, { seq: 1, intervals: [[0, 60]], position: 60 })).body.code).toBe(
      'play.ticket_invalid',
    );
    expect(await recordOf(opened)).toBeUndefined();
    const video = await app.ctx.db
      .selectFrom('lessons')
      .select('id')
      .where('course_id', '=', opened.course_id)
      .where('type', '=', 1)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const { ticket } = (await open(video.id, { take_over: 'true' })).body;
    app.clock.advance(30_000);
    expect((await report({ member: opened.member, ticket }, { seq: 1, read_sec: 30, is_at_end: true })).body.code).toBe(
      'play.ticket_invalid',
    );
    expect((await beat(ticket, { seq: 1, intervals: [[0, 30]], position: 30 })).body.credited_sec).toBe(30);
  });

  it('is not finished without the end', async () => {
    const opened = await openOwned();
    for (let seq = 1; seq <= 7; seq += 1) {
      app.clock.advance(10_000);
      await report(opened, { seq, read_sec: 10 });
    }
    expect(await recordOf(opened)).toMatchObject({ seen_sec: 60, percent: 99, completed_at: null });
    const { body } = await app.http('GET', `/home/courses/${opened.course_id}`, { as: opened.member });
    expect(body.chapters[0].lessons[1]).toMatchObject({ is_end_missing: true, missing_sec: 0, percent: 99 });
  });

  it('changes nothing when it comes twice, and two at once count once', async () => {
    const opened = await openOwned();
    app.clock.advance(10_000);
    const both = await Promise.all([
      report(opened, { seq: 1, read_sec: 10 }),
      report(opened, { seq: 1, read_sec: 10 }),
    ]);
    expect(both.map(({ body }) => body.repeated).sort()).toEqual([false, true]);
    expect(await recordOf(opened)).toMatchObject({ study_sec: 10, seen_sec: 10 });
  });

  it('says of a report that had arrived what was claimed then, so that only the rest follows', async () => {
    const opened = await openOwned();
    app.clock.advance(4000);
    expect((await report(opened, { seq: 1, read_sec: 4 })).body).toMatchObject({ repeated: false, claimed_sec: 4 });
    app.clock.advance(5000);
    expect((await report(opened, { seq: 1, read_sec: 9 })).body).toMatchObject({
      repeated: true,
      claimed_sec: 4,
      credited_sec: 0,
      seen_sec: 4,
    });
    expect((await report(opened, { seq: 2, read_sec: 5 })).body).toMatchObject({ seen_sec: 9 });
    // Of a number before the last nothing is known any more, and nothing of it is left.
    expect((await report(opened, { seq: 1, read_sec: 9 })).body).toMatchObject({ repeated: true, claimed_sec: 9 });
  });

  it('counts a time offline whole, however long, and no more than has passed', async () => {
    const opened = await openOwned();
    await app.ctx.db.updateTable('lessons').set({ duration_sec: 1200 }).where('id', '=', opened.lesson).execute();
    app.clock.advance(600_000);
    expect((await report(opened, { seq: 1, read_sec: 580, late: true })).body).toMatchObject({ credited_sec: 580 });
    app.clock.advance(10_000);
    expect((await report(opened, { seq: 2, read_sec: 580, late: true })).body).toMatchObject({ credited_sec: 10 });
  });

  it('takes what was read before the end of a ticket after it, once, and before another one took over', async () => {
    const opened = await openOwned();
    app.clock.advance(20_000);
    await openAs(opened.member, opened.lesson);
    app.clock.advance(86_400_000);
    expect((await report(opened, { seq: 1, read_sec: 50 })).body.code).toBe('play.taken_over');
    const late = { read_sec: 50, is_at_end: true, late: true };
    const { body } = await report(opened, { seq: 1, ...late });
    expect([19, 20]).toContain(body.credited_sec);
    expect(body.completed_at).toBeNull();
    expect((await report(opened, { seq: 1, ...late })).body).toMatchObject({ repeated: true });
    expect((await report(opened, { seq: 2, ...late })).body.code).toBe('play.ticket_ended');
  });

  it('takes it with the next login of its learner, of nobody else', async () => {
    const opened = await openOwned();
    app.clock.advance(30_000);
    const again = { ticket: opened.ticket, member: await app.person.user(opened.member.user_id) };
    expect((await report(again, { seq: 1, read_sec: 30 })).body.code).toBe('play.ticket_invalid');
    const other = { ...opened, member: await app.person.member() };
    expect((await report(other, { seq: 1, read_sec: 30, late: true })).body.code).toBe('play.ticket_invalid');
    expect((await report(again, { seq: 1, read_sec: 30, late: true })).body).toMatchObject({ credited_sec: 30 });
  });

  it('refuses the ticket of another, and one that is over or was revoked', async () => {
    const opened = await openOwned();
    const thief = await app.person.member();
    expect((await report({ member: thief, ticket: opened.ticket }, { seq: 1, read_sec: 1 })).body.code).toBe(
      'play.ticket_invalid',
    );
    await app.ctx.db
      .updateTable('entitlements')
      .set({ revoked_at: app.ctx.clock() })
      .where('member_id', '=', opened.member.member_id)
      .execute();
    expect((await report(opened, { seq: 1, read_sec: 1 })).body.code).toBe('play.ticket_ended');
  });
});

describe('GET /home/lessons/:id', () => {
  it('returns the previous and next lesson of any kind', async () => {
    const { address } = await storeDocument(app, '讲义.pdf', documents.pdf);
    const built = await buildReading(app, { document: address });
    const member = await app.person.member();
    await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: built.course.id });
    const { body } = await app.http('GET', `/home/lessons/${built.article}`, { as: member });
    expect(body).toMatchObject({
      lesson: { type: 4, duration_sec: 60 },
      previous: { id: built.lessons[0]?.id, type: 1 },
      next: { id: built.document, type: 3 },
      attachments: [],
      subtitles: [],
    });
    const video = (await createPlayer(app, member).open(built.lessons[0]?.id ?? 0)).body;
    expect(video.next).toEqual({ id: built.article, type: 4, title: '课时 2' });
  });
});

describe('GET /home/lessons/:id/subtitles/:subtitle_id', () => {
  it('is WebVTT that runs nothing, for who may watch', async () => {
    const built = await buildCourse(app.ctx);
    const [owner, stranger] = [await app.person.member(), await app.person.member()];
    await buildEntitlement(app.ctx, { member_id: owner.member_id, course_id: built.course.id });
    const lesson = built.lessons[0]?.id ?? 0;
    const { id } = await app.ctx.db
      .insertInto('lesson_subtitles')
      .values({ lesson_id: lesson, language: 'en', body: 'WEBVTT\n', cue_count: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await app.http('GET', `/home/lessons/${lesson}`, { as: owner })).body.subtitles).toEqual([
      { id, language: 'en' },
    ]);
    const response = await app.http('GET', `/home/lessons/${lesson}/subtitles/${id}`, { as: owner });
    expect([response.status, response.raw.toString()]).toEqual([200, 'WEBVTT\n']);
    expect(response.headers).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect((await app.http('GET', `/home/lessons/${lesson}/subtitles/${id}`, { as: stranger })).body.code).toBe(
      'course.no_access',
    );
    expect(
      (await app.http('GET', `/home/lessons/${built.lessons[1]?.id ?? 0}/subtitles/${id}`, { as: owner })).status,
    ).toBe(404);
  });
});
