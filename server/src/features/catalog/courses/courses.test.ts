import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCourse, buildEntitlement, buildMember, buildSubject, buildTeacher } from '../../../../test/factories.ts';
import { applyCourseSchedule } from './course-schedule.ts';
import { makeSns } from './serial-number.ts';
import { startTestApp, type Person, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const create = (body: object) => app.http('POST', '/admin/courses', { as: admin, body });
const show = async (id: number) => (await app.http('GET', `/admin/courses/${id}`, { as: admin })).body.row;
const changeStatus = (ids: number[], status: number) =>
  app.http('PUT', '/admin/courses/change-status', { as: admin, body: { ids, status } });

describe('making', () => {
  test('a number is dated by the day it is in the school', async () => {
    const [sn] = await makeSns(app.ctx.db, new Date('2026-03-31T17:00:00Z'), 1);
    expect(sn).toMatch(/^C260401-/);
  });

  test('a number is generated when none is sent, and never changes', async () => {
    const course = await show((await create({ title: '课程甲' })).body.id);
    expect(course.sn).toMatch(/^C\d{6}-[2-9A-Z]{4}$/);
    expect(course).toMatchObject({ status: 0, complete_percent: 90, max_speed: 2, lesson_count: 0 });
    const own = await create({ title: '课程乙', sn: 'ENG-1' });
    expect((await show(own.body.id)).sn).toBe('ENG-1');
    const taken = await create({ title: '课程丙', sn: 'ENG-1' });
    expect([taken.status, taken.body.errors]).toEqual([409, { sn: [taken.body.message] }]);
    expect(
      (await app.http('PUT', `/admin/courses/${own.body.id}`, { as: admin, body: { sn: 'ENG-2' } })).body.errors,
    ).toHaveProperty('sn');
  });

  test('the look of its cover is chosen once: in the colour of its subject or of one above, else in one used least', async () => {
    const above = await buildSubject(app.ctx, { color: '#2c6d55', lft: 9101, rgt: 9104 });
    const below = await buildSubject(app.ctx, { parent_id: above.id, lft: 9102, rgt: 9103 });
    const styleOf = async (values: object) => (await show((await create(values)).body.id)).cover_style;
    expect(await styleOf({ title: '商务邮件写作', subject_id: below.id })).toBe('zhuqing-letter-row');
    expect(await styleOf({ title: '商务邮件写作', cover_style: 'mohui-map-slip' })).toBe('mohui-map-slip');
    const colors = await Promise.all(
      ['甲', '乙', '丙', '丁', '戊', '己'].map(async (title) => (await styleOf({ title })).split('-')[0]),
    );
    expect(new Set(colors).size).toBeGreaterThan(3);
    const { id } = (await create({ title: '商务邮件写作' })).body;
    const before = (await show(id)).cover_style;
    const put = (body: object) => app.http('PUT', `/admin/courses/${id}`, { as: admin, body });
    await put({ title: '旅行英语' });
    expect((await show(id)).cover_style).toBe(before);
    await put({ cover_style: '' });
    expect((await show(id)).cover_style).toMatch(/^[a-z]+-hill-row$/);
    expect((await put({ cover_style: 'pink' })).body.errors).toHaveProperty('cover_style');
  });

  test.each([
    [{ complete_percent: 0 }, 'complete_percent'],
    [{ complete_percent: 101 }, 'complete_percent'],
    [{ max_speed: 0.5 }, 'max_speed'],
    [{ max_speed: 3.5 }, 'max_speed'],
    [{ sale_price: -1 }, 'sale_price'],
    [{ list_price: 100, sale_price: 200 }, 'sale_price'],
    [{ subject_id: 999_999 }, 'subject_id'],
    [{ teacher_ids: [999_999] }, 'teacher_ids'],
    [{ title: '' }, 'title'],
    [{ status: 1 }, 'status'],
    [{ lesson_count: 5 }, 'lesson_count'],
  ])('%o is refused at its field', async (values, field) => {
    const reply = await create({ title: '课程', ...values });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.body.errors)).toEqual([field]);
  });

  test('the price is compared with what is stored when only one of them is sent', async () => {
    const { id } = (await create({ title: '定价', list_price: 10_000, sale_price: 9000 })).body;
    expect(
      (await app.http('PUT', `/admin/courses/${id}`, { as: admin, body: { sale_price: 10_001 } })).body.errors,
    ).toEqual({ sale_price: ['售价不能高于原价（¥100.00）。'] });
  });

  test('SQL and HTML in every text stay text', async () => {
    const evil = `'); drop table courses; -- <script>alert(1)</script> {{7*7}} %_\\`;
    const values = { title: evil, subtitle: evil, intro: evil, level: `<b>'"`, tags: [evil], remark: evil };
    const row = await show((await create({ ...values, detail: evil })).body.id);
    expect(row).toMatchObject(values);
    // Rich text is HTML: scripts are removed.
    expect(row.detail).toBe("'); drop table courses; --  {{7*7}} %_\\");
    const matches = await app.http('GET', '/admin/courses/list', { as: admin, query: { 'where[_keyword]': evil } });
    expect(matches.body.data).toHaveLength(1);
    expect(matches.headers['content-type']).toContain('application/json');
  });
});

describe('publishing', () => {
  test('a course without a lesson to watch is refused with its title; the others go on', async () => {
    const empty = (await create({ title: '空课程' })).body.id;
    const { course } = await buildCourse(app.ctx, { status: 0 });
    const both = await changeStatus([empty, course.id], 1);
    expect(both.body).toMatchObject({ changed: 1, failed: [{ id: empty, code: 'course.empty' }] });
    const alone = await changeStatus([empty], 1);
    expect(alone.status).toBe(409);
    expect(alone.body.message).toContain('空课程');
  });

  test('a video that is not ready, or a lesson that was deleted, is nothing to watch', async () => {
    const { course, media, lessons } = await buildCourse(app.ctx, { status: 0, chapter_count: 1, lessons_each: 2 });
    await app.ctx.db
      .updateTable('media')
      .set({ status: 2 })
      .where('id', '=', media[0]?.id ?? 0)
      .execute();
    await app.ctx.db
      .updateTable('lessons')
      .set({ deleted_at: new Date() })
      .where('id', '=', lessons[1]?.id ?? 0)
      .execute();
    expect((await changeStatus([course.id], 1)).body.code).toBe('course.empty');
  });

  test('a course goes on and off the shelf, and never becomes a draft again', async () => {
    const { course } = await buildCourse(app.ctx, { status: 0 });
    expect((await changeStatus([course.id], 2)).body.code).toBe('record.state');
    expect((await changeStatus([course.id], 1)).status).toBe(200);
    expect((await changeStatus([course.id], 0)).status).toBe(422);
    expect((await changeStatus([course.id], 2)).status).toBe(200);
    expect((await changeStatus([course.id], 1)).status).toBe(200);
  });

  test('needs its own permission, for an agency as for anyone', async () => {
    const { course } = await buildCourse(app.ctx);
    const reader = await app.person.adminWith(['admin.courses.list', 'admin.courses.update'], {
      data_scope: 'own_agency',
    });
    const body = { ids: [course.id], status: 2 };
    expect((await app.http('PUT', '/admin/courses/change-status', { as: reader, body })).status).toBe(403);
    expect((await app.http('PUT', '/admin/courses/change_status', { as: admin, body })).status).toBe(200);
  });
});

describe('deleting', () => {
  test('a course with members cannot be deleted; one whose access is over or revoked can, and is restored', async () => {
    const [used, ended, studied] = [await buildCourse(app.ctx), await buildCourse(app.ctx), await buildCourse(app.ctx)];
    const member = await buildMember(app.ctx);
    await buildEntitlement(app.ctx, { member_id: member.id, course_id: used.course.id });
    await buildEntitlement(app.ctx, {
      member_id: member.id,
      course_id: ended.course.id,
      end_at: new Date(app.clock.now().getTime() - 1000),
    });
    await buildEntitlement(app.ctx, { member_id: member.id, course_id: ended.course.id, revoked_at: new Date() });
    await app.ctx.db
      .insertInto('learning_records')
      .values({ member_id: member.id, course_id: studied.course.id, lesson_id: studied.lessons[0]?.id ?? 0 })
      .execute();
    const ids = [used.course.id, ended.course.id, studied.course.id];
    const reply = await app.http('DELETE', '/admin/courses', { as: admin, body: { ids } });
    expect(reply.body.deleted).toBe(1);
    expect(reply.body.failed.map((row: { id: number }) => row.id)).toEqual([used.course.id, studied.course.id]);
    expect(reply.body.failed[0].code).toBe('course.has_members');
    expect(
      (await app.http('POST', '/admin/courses/restore', { as: admin, body: { ids: [ended.course.id] } })).body.restored,
    ).toBe(1);
  });
});

describe('sheets', () => {
  test('what was exported names subject and teachers, and what is imported finds them', async () => {
    const subject = await buildSubject(app.ctx, { name: '商务英语' });
    const teachers = [await buildTeacher(app.ctx, { name: '陈老师' }), await buildTeacher(app.ctx, { name: '林老师' })];
    const datas = [
      {
        sn: 'IMP-1',
        title: '谈判英语',
        subject_id: '商务英语',
        teacher_ids: '陈老师，林老师',
        sale_price: '199',
        list_price: '299',
        is_free: '否',
        tags: '商务，口语',
      },
      { sn: '', title: '没有编号' },
      { sn: 'IMP-2', title: '价格不对', list_price: '1', sale_price: '2' },
    ];
    const reply = await app.http('POST', '/admin/courses/import', { as: admin, body: { datas } });
    expect(reply.body).toMatchObject({ success: 2, created: 2 });
    expect(reply.body.errors[0]).toMatchObject({ sn: 'IMP-2' });
    const row = await app.ctx.db.selectFrom('courses').selectAll().where('sn', '=', 'IMP-1').executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      subject_id: subject.id,
      teacher_ids: teachers.map(({ id }) => id),
      sale_price: 19_900,
      list_price: 29_900,
      status: 0,
    });
    const again = await app.http('POST', '/admin/courses/import', {
      as: admin,
      body: { datas: [{ ...datas[0], title: '谈判英语（新版）' }] },
    });
    expect(again.body).toMatchObject({ created: 0, updated: 1 });
    const sheet = await app.http('GET', '/admin/courses/export', {
      as: admin,
      query: { 'where[subject_id]': subject.id },
    });
    const [keys, , line] = sheet.body.data;
    expect(line[keys.indexOf('subject_id')]).toBe('商务英语');
    expect(line[keys.indexOf('teacher_ids')]).toBe('陈老师，林老师');
    expect(line[keys.indexOf('sale_price')]).toBe(199);
  });
});

describe('times of publishing', () => {
  const minute = 60_000;
  const playable = async () => {
    const { course } = await buildCourse(app.ctx, { status: 0 });
    return course.id;
  };
  const plan = async (id: number, body: object) =>
    app.http('PUT', `/admin/courses/${id}`, { as: admin, body: { ...body, version: (await show(id)).version } });
  const newest = async () =>
    (await app.http('GET', '/open/courses', { query: { sort: 'newest' } })).body.data.map(
      (row: { id: number }) => row.id,
    );

  test('what is published now is the newest, and what was taken off and published again is, too', async () => {
    const [first, second] = [await playable(), await playable()];
    await changeStatus([second], 1);
    app.clock.advance(minute);
    await changeStatus([first], 1);
    expect((await newest()).slice(0, 2)).toEqual([first, second]);
    await changeStatus([second], 2);
    expect((await show(second)).publish_at).toBeNull();
    app.clock.advance(minute);
    await changeStatus([second], 1);
    app.clock.advance(minute);
    expect((await newest()).slice(0, 2)).toEqual([second, first]);
  });

  test('a course is published and taken off at its times, once; without a lesson it waits', async () => {
    const [id, empty] = [await playable(), (await create({ title: '没有课时' })).body.id as number];
    const at = (minutes: number) => new Date(app.clock.now().getTime() + minutes * minute).toISOString();
    expect((await plan(id, { publish_at: at(10), unpublish_at: at(5) })).body.errors).toHaveProperty('unpublish_at');
    expect((await plan(id, { publish_at: at(5), unpublish_at: at(10) })).status).toBe(200);
    await plan(empty, { publish_at: at(5) });
    expect(await applyCourseSchedule(app.ctx)).toEqual({ published: [], taken_off: [] });
    app.clock.advance(6 * minute);
    expect(await applyCourseSchedule(app.ctx)).toEqual({ published: [id], taken_off: [] });
    expect((await newest())[0]).toBe(id);
    expect(await applyCourseSchedule(app.ctx)).toEqual({ published: [], taken_off: [] });
    app.clock.advance(5 * minute);
    expect(await applyCourseSchedule(app.ctx)).toEqual({ published: [], taken_off: [id] });
    expect(await show(id)).toMatchObject({ status: 2, publish_at: null, unpublish_at: null });
    expect((await show(empty)).status).toBe(0);
  });
});

describe('publishing checks the course', () => {
  test('a lesson without content prevents publishing, named in the dry run', async () => {
    const { course, chapters } = await buildCourse(app.ctx, {
      status: 0,
      cover: null,
      chapter_count: 1,
      lessons_each: 1,
    });
    await app.http('POST', `/admin/courses/${course.id}/lessons`, {
      as: admin,
      body: { chapter_id: chapters[0]?.id, title: 'not-video', type: 1 },
    });
    const response = await app.http('PUT', '/admin/courses/change-status', {
      as: admin,
      body: { ids: [course.id], status: 1, dry_run: true },
    });
    expect(response.body.context).toEqual([
      '课时“not-video”还没有内容，不能发布。',
      '还没有上传封面，学员看到的是自动绘制的封面。',
      '还没有选择科目，学员按科目筛选时找不到。',
    ]);
    const refused = await changeStatus([course.id], 1);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'course.lessons_empty',
      `《${course.title}》有课时还没有内容：“not-video”。请添加内容，或停用这些课时。`,
    ]);
  });

  test('lists what a course lacks with the place of each, what must be mended first', async () => {
    const { course, chapters } = await buildCourse(app.ctx, { cover: null, chapter_count: 1, lessons_each: 1 });
    const lesson = await app.http('POST', `/admin/courses/${course.id}/lessons`, {
      as: admin,
      body: { chapter_id: chapters[0]?.id, title: '空课', type: 1 },
    });
    const read = (as: Person) => app.http('GET', `/admin/courses/${course.id}/checks`, { as });
    expect((await read(admin)).body.checks.published).toEqual([
      {
        level: 'must',
        key: 'lesson_empty',
        text: '课时“空课”还没有内容，不能发布。',
        to: { tab: 'outline', lesson: String(lesson.body.id) },
      },
      {
        level: 'should',
        key: 'no_cover',
        text: '还没有上传封面，学员看到的是自动绘制的封面。',
        to: { tab: 'basic', field: 'cover' },
      },
      expect.objectContaining({ key: 'no_subject', to: { tab: 'basic', field: 'subject_id' } }),
    ]);
    expect((await read(await app.person.adminWith(['admin.courses.list']))).status).toBe(403);
    expect((await app.http('GET', '/admin/courses/999999999/checks', { as: admin })).status).toBe(404);
  });

  test('what is only recommended is reported and does not prevent publishing', async () => {
    const { course } = await buildCourse(app.ctx, { status: 0, cover: null });
    expect((await changeStatus([course.id], 1)).body.changed).toBe(1);
    const taken = await app.http('PUT', '/admin/courses/change-status', {
      as: admin,
      body: { ids: [course.id], status: 2, dry_run: true },
    });
    expect(taken.body).toMatchObject({ notes: [] });
  });
});
