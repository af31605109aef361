import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outline } from '@kaike/shared/contracts/catalog/courses';
import { documents } from '../../../../../test/documents.ts';
import { buildCourse, buildEntitlement, type BuiltCourse } from '../../../../../test/factories.ts';
import {
  startTestApp,
  type AdminPerson,
  type MemberPerson,
  type Reply,
  type TestApp,
} from '../../../../../test/app.ts';
import { storeDocument } from '../../../../../test/stored-document.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

const write = (method: string, courseId: number, rest: string, body: object = {}): Promise<Reply> =>
  app.http(method, `/admin/courses/${courseId}/${rest}`, { as: admin, body });
const lessonIn = (outline: Outline, title: string) =>
  outline.chapters.flatMap(({ lessons }) => lessons).find((lesson) => lesson.title === title);
const addLesson = async ({ course, chapters }: BuiltCourse, body: object): Promise<Reply> =>
  write('POST', course.id, 'lessons', { chapter_id: chapters[0]?.id, ...body });

describe('lessons to read', () => {
  it('take the estimated time of their text, or the time entered', async () => {
    const built = await buildCourse(app.ctx);
    const { outline, id } = (
      await addLesson(built, { title: '图文', type: 4, content: `<p>${'学'.repeat(700)}</p><script>alert(1)</script>` })
    ).body;
    expect(lessonIn(outline, '图文')).toMatchObject({ type: 4, duration_sec: 120, read_sec: null, has_content: true });
    const changed = (await write('PUT', built.course.id, `lessons/${id}`, { title: '图文', read_sec: 45 })).body;
    expect(lessonIn(changed.outline, '图文')).toMatchObject({ duration_sec: 45 });
    const text = (await app.http('GET', `/admin/courses/${built.course.id}/lessons/${id}/text`, { as: admin })).body;
    expect(text.content).toBe(`<p>${'学'.repeat(700)}</p>`);
  });

  it('come soon while there is nothing to read', async () => {
    const built = await buildCourse(app.ctx);
    const member = await app.person.member();
    await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: built.course.id });
    await addLesson(built, { title: '空的', type: 4, content: '<p> </p>' });
    await addLesson(built, { title: '没有文件', type: 3 });
    const { body } = await app.http('GET', `/home/courses/${built.course.id}`, { as: member });
    expect(body.chapters[0].lessons.slice(2).map((lesson: { state: string }) => lesson.state)).toEqual([
      'soon',
      'soon',
    ]);
  });

  it('take a document that was uploaded, and no other', async () => {
    const built = await buildCourse(app.ctx);
    const [pdf, zip] = [
      await storeDocument(app, '讲义.pdf', documents.pdf),
      await storeDocument(app, '素材.zip', documents.zip),
    ];
    const { outline } = (await addLesson(built, { title: '文档', type: 3, file: pdf.address })).body;
    expect(lessonIn(outline, '文档')).toMatchObject({ duration_sec: 60, file: { name: '讲义.pdf', ext: 'pdf' } });
    expect(
      (await app.ctx.db.selectFrom('files').select('used_at').where('id', '=', pdf.id).executeTakeFirstOrThrow())
        .used_at,
    ).not.toBeNull();
    for (const file of [
      zip.address,
      '/uploads/files/2026/01/000000000000000000000000000000.pdf',
      'https://example.com/x.pdf',
    ]) {
      expect((await addLesson(built, { title: '不行', type: 3, file })).body.errors.file).toHaveLength(1);
    }
  });

  it('that are free go to the end of the video, whatever its length becomes', async () => {
    const built = await buildCourse(app.ctx);
    const id = built.lessons[0]?.id ?? 0;
    const { outline } = (await write('PUT', built.course.id, `lessons/${id}`, { title: '免费课', is_free: true })).body;
    expect(lessonIn(outline, '免费课')).toMatchObject({ is_free: true, preview_sec: 600 });
  });
});

describe('downloads', () => {
  async function buildDownloads(): Promise<{
    built: BuiltCourse;
    member: MemberPerson;
    course_file: number;
    lesson_file: number;
  }> {
    const built = await buildCourse(app.ctx);
    const [one, two] = [
      await storeDocument(app, '课程资料.pdf', documents.pdf),
      await storeDocument(app, '单词表.xlsx', documents.xlsx),
    ];
    expect(
      (await write('PUT', built.course.id, 'attachments', { attachments: [one.address] })).body.outline.attachments,
    ).toMatchObject([{ name: '课程资料.pdf' }]);
    await write('PUT', built.course.id, `lessons/${built.lessons[0]?.id}`, {
      title: '有资料',
      attachments: [two.address],
    });
    const member = await app.person.member();
    await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: built.course.id });
    return { built, member, course_file: one.id, lesson_file: two.id };
  }

  it('are listed on the course and the lesson for its members, and for nobody else', async () => {
    const { built, member, course_file, lesson_file } = await buildDownloads();
    const detail = (await app.http('GET', `/home/courses/${built.course.id}`, { as: member })).body;
    expect(detail.attachments).toEqual([
      { id: course_file, name: '课程资料.pdf', ext: 'pdf', size: documents.pdf.length },
    ]);
    expect(detail.chapters[0].lessons.map((lesson: { has_attachments: boolean }) => lesson.has_attachments)).toEqual([
      true,
      false,
    ]);
    const lesson = (await app.http('GET', `/home/lessons/${built.lessons[0]?.id}`, { as: member })).body;
    expect(lesson.attachments).toMatchObject([{ id: lesson_file, name: '单词表.xlsx' }]);
    expect(
      (await app.http('GET', `/home/courses/${built.course.id}`, { as: await app.person.member() })).body.attachments,
    ).toEqual([]);
  });

  it('lead to an address of the member’s own that is soon over', async () => {
    const { built, member, course_file, lesson_file } = await buildDownloads();
    const go = (as: MemberPerson, fileId: number, courseId = built.course.id): Promise<Reply> =>
      app.http('GET', `/home/courses/${courseId}/files/${fileId}`, { as });
    for (const id of [course_file, lesson_file]) {
      const answer = await go(member, id);
      expect([answer.status, answer.headers['cache-control']]).toEqual([302, 'no-store']);
      const url = String(answer.headers['location']);
      expect((await app.http('GET', url, { base: '', as: member })).headers['content-disposition']).toMatch(
        /^attachment/,
      );
      app.clock.advance(301_000);
      expect((await app.http('GET', url, { base: '', as: member })).status).toBe(403);
    }
    expect((await go(await app.person.member(), course_file)).body.code).toBe('course.no_access');
    const other = await buildCourse(app.ctx);
    await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: other.course.id });
    expect((await go(member, course_file, other.course.id)).status).toBe(404);
    await app.ctx.db
      .updateTable('entitlements')
      .set({ end_at: app.ctx.clock() })
      .where('member_id', '=', member.member_id)
      .execute();
    expect((await go(member, course_file)).body.code).toBe('course.no_access');
  });

  it('stay when they are not sent, and are taken off by an empty list', async () => {
    const { built } = await buildDownloads();
    const lesson = built.lessons[0]?.id ?? 0;
    const filesOf = (outline: Outline): number => outline.chapters[0]?.lessons[0]?.attachments.length ?? -1;
    expect(filesOf((await write('PUT', built.course.id, `lessons/${lesson}`, { title: '改名' })).body.outline)).toBe(1);
    expect(
      filesOf(
        (await write('PUT', built.course.id, `lessons/${lesson}`, { title: '改名', attachments: [] })).body.outline,
      ),
    ).toBe(0);
    expect((await write('PUT', built.course.id, 'attachments', { attachments: [] })).body.outline.attachments).toEqual(
      [],
    );
  });

  it('must have been uploaded, and not be too many', async () => {
    const { course } = await buildCourse(app.ctx);
    const put = async (attachments: unknown) => (await write('PUT', course.id, 'attachments', { attachments })).status;
    expect(
      await Promise.all([
        put(['/uploads/files/no']),
        put(['a', 'a']),
        put(Array.from({ length: 21 }, (_, index) => `/uploads/files/${index}`)),
        put([1]),
      ]),
    ).toEqual([422, 422, 422, 422]);
  });
});

describe('subtitles', () => {
  const srt = '1\n00:00:01,000 --> 00:00:02,000\n你好\n';

  it('are taken as SRT or WebVTT, replaced, taken off, and logged', async () => {
    const { course, lessons } = await buildCourse(app.ctx);
    const at = `lessons/${lessons[0]?.id}/subtitles`;
    expect(
      (await write('PUT', course.id, at, { language: 'zh-CN', text: srt })).body.outline.chapters[0].lessons[0]
        .subtitles,
    ).toEqual([{ language: 'zh-CN', cue_count: 1 }]);
    await write('PUT', course.id, at, { language: 'zh-CN', text: `${srt}\n2\n00:00:03,000 --> 00:00:04,000\n再见\n` });
    const stored = await app.ctx.db
      .selectFrom('lesson_subtitles')
      .selectAll()
      .where('lesson_id', '=', lessons[0]?.id ?? 0)
      .execute();
    expect(stored).toMatchObject([
      {
        language: 'zh-CN',
        cue_count: 2,
        body: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n你好\n\n00:00:03.000 --> 00:00:04.000\n再见\n',
      },
    ]);
    const gone = await app.http('DELETE', `/admin/courses/${course.id}/${at}/zh-CN`, { as: admin });
    expect(gone.body.outline.chapters[0].lessons[0].subtitles).toEqual([]);
    const logs = await app.ctx.db
      .selectFrom('logs')
      .select('action')
      .where('resource', '=', 'courses')
      .where('record_id', '=', String(course.id))
      .orderBy('id')
      .execute();
    expect(logs.map(({ action }) => action)).toEqual(['update-subtitles', 'update-subtitles', 'delete-subtitles']);
  });

  it('are refused with the line that is wrong', async () => {
    const { course, lessons } = await buildCourse(app.ctx);
    const put = (body: object): Promise<Reply> => write('PUT', course.id, `lessons/${lessons[0]?.id}/subtitles`, body);
    const refused = await put({ language: 'en', text: srt.replace('00:00:02', '00:00:00') });
    expect([refused.status, refused.body.code, refused.body.errors.text[0]]).toEqual([
      422,
      'subtitles.bad_time',
      expect.stringContaining('第 2 行'),
    ]);
    expect((await put({ language: 'xx', text: srt })).body.errors.language).toHaveLength(1);
    expect((await put({ language: 'en', text: 'hello' })).body.code).toBe('subtitles.no_cues');
    const reader = await app.person.adminWith(['admin.courses.show']);
    expect(
      (
        await app.http('PUT', `/admin/courses/${course.id}/lessons/${lessons[0]?.id}/subtitles`, {
          as: reader,
          body: { language: 'en', text: srt },
        })
      ).status,
    ).toBe(403);
  });
});
