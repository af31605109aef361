import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeVtt } from '@kaike/shared/domain/catalog/courses/subtitles';
import { documents } from '../../../../test/documents.ts';
import { buildCourse } from '../../../../test/factories.ts';
import { startTestApp, type Reply, type TestApp } from '../../../../test/app.ts';
import { storeDocument } from '../../../../test/stored-document.ts';
import { buildReading, packageVideo } from './playback.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const preview = (body: object): Promise<Reply> => app.http('POST', '/open/previews', { body });
const get = (url: string): Promise<Reply> => app.http('GET', url, { base: '' });
const countRecords = async (): Promise<number> =>
  (await app.ctx.db.selectFrom('learning_records').select('id').execute()).length;

describe('POST /open/previews', () => {
  it('plays the free beginning of a lesson to a visitor, and nothing behind it', async () => {
    const { lessons, media } = await buildCourse(app.ctx);
    const lesson = lessons[0]?.id ?? 0;
    await packageVideo(app, media[0]?.renditions);
    await app.ctx.db.updateTable('lessons').set({ preview_sec: 12 }).where('id', '=', lesson).execute();
    const { status, body } = await preview({ lesson_id: lesson });
    expect([status, body.preview_sec, body.source.mode]).toEqual([200, 12, 'hls']);
    const list = await get(body.source.url);
    expect(list.raw.toString().match(/segment-\d+/g)).toEqual(['segment-1', 'segment-2']);
    expect((await get(body.source.url.replace(/([?&]p=)12/, '$1600'))).status).toBe(403);
    app.clock.advance((12 + 601) * 1000);
    expect((await get(body.source.url)).status).toBe(403);
    expect([await countRecords(), (await app.ctx.db.selectFrom('play_tickets').select('id').execute()).length]).toEqual(
      [0, 0],
    );
  });

  it('plays a free lesson and a trailer whole', async () => {
    const built = await buildCourse(app.ctx);
    const [first, second] = built.lessons;
    await app.ctx.db
      .updateTable('lessons')
      .set({ is_free: true, preview_sec: 600 })
      .where('id', '=', first?.id ?? 0)
      .execute();
    await app.ctx.db
      .updateTable('courses')
      .set({ trailer_id: built.media[1]?.id ?? null })
      .where('id', '=', built.course.id)
      .execute();
    expect((await preview({ lesson_id: first?.id })).body).toMatchObject({
      preview_sec: null,
      title: '课时 1',
      source: { mode: 'hls' },
    });
    expect((await preview({ course_id: built.course.id })).body).toMatchObject({
      preview_sec: null,
      title: built.course.title,
    });
    expect((await preview({ lesson_id: second?.id })).body.code).toBe('course.no_access');
    const publicCourse = (await app.http('GET', `/open/courses/${built.course.id}`)).body;
    expect([
      publicCourse.has_trailer,
      publicCourse.chapters[0].lessons.map((lesson: { is_free: boolean }) => lesson.is_free),
    ]).toEqual([true, [true, false]]);
  });

  it('has subtitles, of what may be watched and of nothing behind it', async () => {
    const { lessons } = await buildCourse(app.ctx);
    const [first, second] = lessons.map(({ id }) => id);
    const body = writeVtt([
      { from: 1, to: 4, text: '第一句 <b>粗</b>' },
      { from: 11.5, to: 14, text: '中间' },
      { from: 12, to: 20, text: '后面的话' },
    ]);
    const [row] = await app.ctx.db
      .insertInto('lesson_subtitles')
      .values({ lesson_id: first ?? 0, language: 'zh-CN', body, cue_count: 3 })
      .returning('id')
      .execute();
    const path = (lesson = first, id = row?.id): string => `/open/previews/${lesson ?? 0}/subtitles/${id ?? 0}`;
    expect((await app.http('GET', path())).body.code).toBe('course.no_access');
    await app.ctx.db
      .updateTable('lessons')
      .set({ preview_sec: 12 })
      .where('id', '=', first ?? 0)
      .execute();
    expect((await preview({ lesson_id: first })).body.subtitles).toEqual([{ id: row?.id, language: 'zh-CN' }]);
    const part = await app.http('GET', path());
    expect(part.headers['content-type']).toBe('text/vtt; charset=utf-8');
    expect(part.text).toBe(
      writeVtt([
        { from: 1, to: 4, text: '第一句 <b>粗</b>' },
        { from: 11.5, to: 14, text: '中间' },
      ]),
    );
    await app.ctx.db
      .updateTable('lessons')
      .set({ is_free: true, preview_sec: 600 })
      .where('id', 'in', [first ?? 0, second ?? 0])
      .execute();
    expect((await app.http('GET', path())).text).toBe(body);
    for (const wrong of [path(second), path(first, 999_999), path(999_999), '/open/previews/x/subtitles/y'])
      expect((await app.http('GET', wrong)).status).toBe(404);
  });

  it('shows a free article and a free document, and no other', async () => {
    const { address } = await storeDocument(app, '讲义.pdf', documents.pdf);
    const free = await buildReading(app, { document: address, is_free: true });
    expect((await preview({ lesson_id: free.article })).body).toMatchObject({
      content: '<p>第一段</p>',
      source: null,
      document: null,
    });
    const { body } = await preview({ lesson_id: free.document });
    expect([body.content, body.document.name, (await get(body.document.view_url)).status]).toEqual([
      '',
      '讲义.pdf',
      200,
    ]);
    const closed = await buildReading(app, { document: address });
    expect(
      await Promise.all(
        [closed.article, closed.document].map(async (id) => (await preview({ lesson_id: id })).body.code),
      ),
    ).toEqual(['course.no_access', 'course.no_access']);
  });

  it('finds no drafts, no deleted lessons and no course without a trailer', async () => {
    const draft = await buildCourse(app.ctx, { status: 0 });
    const live = await buildCourse(app.ctx);
    await app.ctx.db
      .updateTable('lessons')
      .set({ is_free: true, preview_sec: 600 })
      .where('course_id', 'in', [draft.course.id, live.course.id])
      .execute();
    await app.ctx.db
      .updateTable('lessons')
      .set({ deleted_at: app.ctx.clock() })
      .where('id', '=', live.lessons[0]?.id ?? 0)
      .execute();
    for (const body of [
      { lesson_id: draft.lessons[0]?.id },
      { lesson_id: live.lessons[0]?.id },
      { course_id: live.course.id },
      { course_id: draft.course.id },
    ]) {
      expect((await preview(body)).status).toBe(404);
    }
    expect((await preview({})).status).toBe(422);
  });

  it('is limited by address', async () => {
    const { lessons } = await buildCourse(app.ctx);
    const visitor = await app.person.visitor();
    const statuses = new Set<number>();
    for (let turn = 0; turn < 61; turn += 1)
      statuses.add(
        (await app.http('POST', '/open/previews', { as: visitor, body: { lesson_id: lessons[0]?.id } })).status,
      );
    expect(statuses).toContain(429);
  });
});
