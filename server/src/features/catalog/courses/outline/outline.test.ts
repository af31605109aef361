import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outline } from '@kaike/shared/contracts/catalog/courses';
import { buildCourse, buildMedia, buildMember, type BuiltCourse } from '../../../../../test/factories.ts';
import { startTestApp, type Person, type Reply, type TestApp } from '../../../../../test/app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const outlineOf = async (courseId: number): Promise<Outline> =>
  (await app.http('GET', `/admin/courses/${courseId}/outline`, { as: admin })).body;
const write = (method: string, courseId: number, rest: string, body: object = {}): Promise<Reply> =>
  app.http(method, `/admin/courses/${courseId}/${rest}`, { as: admin, body });
const orderOf = ({ chapters }: Outline) =>
  chapters.map(({ id, lessons }) => ({ id, lesson_ids: lessons.map((lesson) => lesson.id) }));
const logsOf = (courseId: number) =>
  app.ctx.db
    .selectFrom('logs')
    .select(['action', 'before', 'after'])
    .where('resource', '=', 'courses')
    .where('record_id', '=', String(courseId))
    .orderBy('id')
    .execute();
const first = <T>(list: readonly T[]): T => {
  const [item] = list;
  if (item === undefined) throw new Error('the list is empty');
  return item;
};

describe('chapters and lessons', () => {
  test('are added in order, counted, renamed and logged with their differences', async () => {
    const { id } = (await app.http('POST', '/admin/courses', { as: admin, body: { title: '大纲' } })).body;
    const chapter = await write('POST', id, 'chapters', { title: '第一章' });
    expect(chapter.status).toBe(201);
    const media = await buildMedia(app.ctx, { duration_sec: 125 });
    const lesson = await write('POST', id, 'lessons', {
      chapter_id: chapter.body.id,
      title: '第一课',
      media_id: media.id,
      preview_sec: 30,
    });
    await write('POST', id, 'lessons', { chapter_id: chapter.body.id, title: '第二课', type: 4, content: '正文' });
    await write('PUT', id, `lessons/${lesson.body.id}`, { title: '第一课（新）' });
    const outline = await outlineOf(id);
    expect(outline).toMatchObject({ version: 5, lesson_count: 2, duration_sec: 140 });
    expect(outline.chapters[0]).toMatchObject({
      title: '第一章',
      lessons: [
        { title: '第一课（新）', preview_sec: 30, duration_sec: 125, media: { id: media.id } },
        { title: '第二课', type: 4, media: null },
      ],
    });
    expect((await app.http('GET', `/admin/courses/${id}`, { as: admin })).body.row).toMatchObject({
      lesson_count: 2,
      duration_sec: 140,
      version: 1,
    });
    const logs = await logsOf(id);
    expect(logs.map((log) => log.action)).toEqual([
      'create',
      'create-chapter',
      'create-lesson',
      'create-lesson',
      'update-lesson',
    ]);
    expect(logs.at(-1)).toMatchObject({ before: { lesson_title: '第一课' }, after: { lesson_title: '第一课（新）' } });
  });

  test('a retried request makes no second row', async () => {
    const { course } = await buildCourse(app.ctx);
    const send = () =>
      app.http('POST', `/admin/courses/${course.id}/chapters`, {
        as: admin,
        body: { title: '再来一次' },
        headers: { 'x-idempotency-key': 'chapter-again' },
      });
    const [one, two] = [await send(), await send()];
    expect(two.body.id).toBe(one.body.id);
    expect((await outlineOf(course.id)).chapters).toHaveLength(3);
  });

  test('saving the same again changes nothing and logs nothing', async () => {
    const { course, lessons } = await buildCourse(app.ctx);
    const lesson = first(lessons);
    expect((await write('PUT', course.id, `lessons/${lesson.id}`, { title: lesson.title })).status).toBe(200);
    expect((await outlineOf(course.id)).version).toBe(1);
    expect(await logsOf(course.id)).toEqual([]);
  });

  test('a preview is no longer than the video, and is cut when the video is replaced by a shorter one', async () => {
    const { course, lessons } = await buildCourse(app.ctx, { lesson_sec: 100 });
    const lesson = first(lessons);
    const long = await write('PUT', course.id, `lessons/${lesson.id}`, { title: lesson.title, preview_sec: 101 });
    expect(long.status).toBe(422);
    expect(long.body.errors.preview_sec[0]).toContain('100');
    expect(
      (await write('PUT', course.id, `lessons/${lesson.id}`, { title: lesson.title, preview_sec: 100 })).status,
    ).toBe(200);
    const short = await buildMedia(app.ctx, { duration_sec: 40 });
    const replaced = await write('PUT', course.id, `lessons/${lesson.id}`, { title: lesson.title, media_id: short.id });
    expect(replaced.body.outline.chapters[0].lessons[0]).toMatchObject({ preview_sec: 40, duration_sec: 40 });
    const taken = await write('PUT', course.id, `lessons/${lesson.id}`, { title: lesson.title, media_id: null });
    expect(taken.body.outline.chapters[0].lessons[0]).toMatchObject({ duration_sec: 0, media: null });
  });

  test('a stale title is refused with what is stored', async () => {
    const { course, chapters, lessons } = await buildCourse(app.ctx);
    const [chapter, lesson] = [first(chapters), first(lessons)];
    await write('PUT', course.id, `chapters/${chapter.id}`, { title: '别人改的', version: 1 });
    const stale = await write('PUT', course.id, `chapters/${chapter.id}`, { title: '我改的', version: 1 });
    expect(stale.body).toMatchObject({ code: 'record.stale', current: { title: '别人改的', version: 2 } });
    await write('PUT', course.id, `lessons/${lesson.id}`, { title: '别人改的', version: 1 });
    expect((await write('PUT', course.id, `lessons/${lesson.id}`, { title: '我改的', version: 1 })).body.code).toBe(
      'record.stale',
    );
  });

  test('rows of another course, or none, are not found', async () => {
    const [mine, other] = [await buildCourse(app.ctx), await buildCourse(app.ctx)];
    const [chapter, lesson] = [first(other.chapters), first(other.lessons)];
    expect((await write('PUT', mine.course.id, `chapters/${chapter.id}`, { title: 'x' })).status).toBe(404);
    expect((await write('DELETE', mine.course.id, `lessons/${lesson.id}`)).status).toBe(404);
    expect(
      (await write('POST', mine.course.id, 'lessons', { chapter_id: chapter.id, title: 'x' })).body.errors,
    ).toHaveProperty('chapter_id');
    expect(
      (
        await write('POST', mine.course.id, 'lessons', {
          chapter_id: first(mine.chapters).id,
          title: 'x',
          media_id: 999_999,
        })
      ).body.errors,
    ).toHaveProperty('media_id');
    expect((await write('POST', 999_999, 'chapters', { title: 'x' })).status).toBe(404);
    expect((await write('POST', mine.course.id, 'chapters', { title: '' })).body.errors).toHaveProperty('title');
  });

  test('SQL and HTML in titles stay text', async () => {
    const { course } = await buildCourse(app.ctx, { chapter_count: 1, lessons_each: 0 });
    const evil = `'; delete from lessons; -- <img src=x onerror=alert(1)>`;
    const { body } = await write('POST', course.id, 'chapters', { title: evil });
    const added = await write('POST', course.id, 'lessons', { chapter_id: body.id, title: evil });
    expect(added.body.outline.chapters[1]).toMatchObject({ title: evil, lessons: [{ title: evil }] });
  });
});

describe('deleting', () => {
  test('keeps what was learned, and can be taken back', async () => {
    const { course, chapters, lessons } = await buildCourse(app.ctx);
    const member = await buildMember(app.ctx);
    const [chapter, lesson] = [first(chapters), first(lessons)];
    await app.ctx.db
      .insertInto('learning_records')
      .values({ member_id: member.id, course_id: course.id, lesson_id: lesson.id, seen_sec: 50 })
      .execute();
    const alone = await write('DELETE', course.id, `lessons/${lesson.id}`);
    expect(alone.body.outline).toMatchObject({ lesson_count: 3, duration_sec: 1800 });
    app.clock.advance(1000);
    const whole = await write('DELETE', course.id, `chapters/${chapter.id}`);
    expect(whole.body.outline).toMatchObject({ lesson_count: 2, chapters: [{ id: chapters[1]?.id }] });
    const records = await app.ctx.db
      .selectFrom('learning_records')
      .select('seen_sec')
      .where('lesson_id', '=', lesson.id)
      .execute();
    expect(records).toEqual([{ seen_sec: 50 }]);
    // The lesson that was deleted before its chapter stays deleted when the chapter comes back.
    expect((await write('POST', course.id, 'outline/restore', { lesson_id: lesson.id })).status).toBe(404);
    const back = await write('POST', course.id, 'outline/restore', { chapter_id: chapter.id });
    expect(back.body.outline).toMatchObject({ lesson_count: 3 });
    expect((await write('POST', course.id, 'outline/restore', { lesson_id: lesson.id })).body.outline).toMatchObject({
      lesson_count: 4,
      duration_sec: 2400,
    });
  });

  test('is taken back for thirty days, not longer', async () => {
    const { course, lessons } = await buildCourse(app.ctx);
    const lesson = first(lessons);
    await write('DELETE', course.id, `lessons/${lesson.id}`);
    await app.ctx.db
      .updateTable('lessons')
      .set({ deleted_at: new Date(app.clock.now().getTime() - 31 * 86_400_000) })
      .where('id', '=', lesson.id)
      .execute();
    expect((await write('POST', course.id, 'outline/restore', { lesson_id: lesson.id })).status).toBe(404);
  });
});

describe('order', () => {
  const put = (courseId: number, chapters: unknown, version: number) =>
    write('PUT', courseId, 'outline/order', { chapters, version });
  async function buildOutline(): Promise<BuiltCourse & { outline: Outline }> {
    const built = await buildCourse(app.ctx, { chapter_count: 2, lessons_each: 3 });
    return { ...built, outline: await outlineOf(built.course.id) };
  }

  test('a new order is saved as a whole; a lesson may move between chapters', async () => {
    const { course, outline } = await buildOutline();
    const [one, two] = orderOf(outline);
    if (!one || !two) throw new Error('two chapters were made');
    const [moved = 0, ...rest] = one.lesson_ids;
    const newOrder = [
      { id: two.id, lesson_ids: [...two.lesson_ids, moved] },
      { id: one.id, lesson_ids: rest.reverse() },
    ];
    const reply = await put(course.id, newOrder, outline.version);
    expect(orderOf(reply.body.outline)).toEqual(newOrder);
    expect(orderOf(await outlineOf(course.id))).toEqual(newOrder);
    expect(reply.body.outline.version).toBe(outline.version + 1);
    const [log] = await logsOf(course.id);
    expect(log).toMatchObject({
      action: 'order',
      before: {
        order: ['第 1 章 / 第 2 章', '第 1 章: 课时 1 / 课时 2 / 课时 3', '第 2 章: 课时 1 / 课时 2 / 课时 3'],
      },
    });
    // A retry after a lost response.
    expect((await put(course.id, newOrder, outline.version)).status).toBe(200);
    expect(await logsOf(course.id)).toHaveLength(1);
  });

  test('ids must be exactly those of the course', async () => {
    const { course, outline } = await buildOutline();
    const [one, two] = orderOf(outline);
    const { chapters: foreign } = await outlineOf((await buildOutline()).course.id);
    if (!one || !two) throw new Error('two chapters were made');
    const wrong = [
      [one],
      [one, two, two],
      [one, { ...two, lesson_ids: two.lesson_ids.slice(1) }],
      [one, { ...two, lesson_ids: [...two.lesson_ids, ...two.lesson_ids] }],
      [one, { ...two, lesson_ids: [...two.lesson_ids, foreign[0]?.lessons[0]?.id] }],
      [one, { id: foreign[0]?.id, lesson_ids: two.lesson_ids }],
    ];
    for (const chapters of wrong)
      expect((await put(course.id, chapters, outline.version)).body.code, JSON.stringify(chapters)).toBe(
        'outline.mismatch',
      );
    for (const chapters of [
      'x',
      [null],
      [1],
      [{ id: 'x', lesson_ids: [] }],
      [{ id: one.id }],
      [{ id: one.id, lesson_ids: ['1; drop table lessons'] }],
    ]) {
      expect((await put(course.id, chapters, outline.version)).status, JSON.stringify(chapters)).toBe(422);
    }
    expect(orderOf(await outlineOf(course.id))).toEqual([one, two]);
  });

  test('of two drags at the same time one is saved whole, the other gets what is stored', async () => {
    const { course, outline } = await buildOutline();
    const order = orderOf(outline);
    const reversed = [...order].reverse();
    const inside = order.map((chapter) => ({ ...chapter, lesson_ids: [...chapter.lesson_ids].reverse() }));
    const replies = await Promise.all([
      put(course.id, reversed, outline.version),
      put(course.id, inside, outline.version),
    ]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
    const winner = replies[0]?.status === 200 ? reversed : inside;
    const refused = replies.find((reply) => reply.status === 409);
    expect(refused?.body.code).toBe('record.stale');
    expect(orderOf(refused?.body.current)).toEqual(winner);
    expect(orderOf(await outlineOf(course.id))).toEqual(winner);
  });

  test('concurrent writers leave every lesson once and the counts correct', async () => {
    const { course, outline, chapters } = await buildOutline();
    const chapterId = first(chapters).id;
    const adds = Array.from({ length: 8 }, (_, index) =>
      write('POST', course.id, 'lessons', { chapter_id: chapterId, title: `并发 ${index}` }),
    );
    const drags = Array.from({ length: 4 }, () => put(course.id, [...orderOf(outline)].reverse(), outline.version));
    const replies = await Promise.all([...adds, ...drags]);
    expect(replies.filter((reply) => reply.status >= 500)).toEqual([]);
    const after = await outlineOf(course.id);
    expect(after.lesson_count).toBe(14);
    expect(new Set(after.chapters.flatMap((chapter) => chapter.lessons.map((lesson) => lesson.id))).size).toBe(14);
  });
});

test('reading and writing need their permissions; an agency is no exception', async () => {
  const { course, chapters } = await buildCourse(app.ctx);
  const reader = await app.person.adminWith(['admin.courses.show'], { data_scope: 'own_agency' });
  const get = () => app.http('GET', `/admin/courses/${course.id}/outline`, { as: reader });
  const post = (as: Person) =>
    app.http('POST', `/admin/courses/${course.id}/lessons`, {
      as,
      body: { chapter_id: first(chapters).id, title: 'x' },
    });
  expect((await get()).status).toBe(200);
  expect((await post(reader)).status).toBe(403);
  expect((await post(await app.person.adminWith(['admin.courses.update']))).status).toBe(201);
  expect((await post(await app.person.member())).status).toBe(403);
});

test('a lesson that is switched off is seen by no member and counts for nothing; switched on again it does', async () => {
  const { course, lessons } = await buildCourse(app.ctx);
  const member = await app.person.member();
  await app.ctx.db
    .insertInto('entitlements')
    .values({
      member_id: member.member_id,
      kind: 'course',
      source_type: 'admin',
      start_at: app.ctx.clock(),
      course_id: course.id,
    })
    .execute();
  const seen = async () =>
    (await app.http('GET', `/home/courses/${course.id}`, { as: member })).body.chapters
      .flatMap((chapter: Outline['chapters'][number]) => chapter.lessons)
      .some((lesson: { id: number }) => lesson.id === first(lessons).id);
  const turn = (status: number) =>
    write('PUT', course.id, `lessons/${first(lessons).id}`, { title: first(lessons).title, status });
  expect(await seen()).toBe(true);
  const off = await turn(0);
  expect([off.status, off.body.errors]).toEqual([200, undefined]);
  expect(await outlineOf(course.id)).toMatchObject({
    lesson_count: lessons.length - 1,
    chapters: expect.arrayContaining([
      expect.objectContaining({
        lessons: expect.arrayContaining([expect.objectContaining({ id: first(lessons).id, status: 0 })]),
      }),
    ]),
  });
  expect(await seen()).toBe(false);
  expect((await logsOf(course.id)).at(-1)).toMatchObject({ action: 'update-lesson', after: { lesson_status: 0 } });
  await turn(1);
  expect((await outlineOf(course.id)).lesson_count).toBe(lessons.length);
  expect(await seen()).toBe(true);
});
