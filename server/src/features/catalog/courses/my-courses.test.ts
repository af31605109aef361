import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCourse, buildEntitlement, buildProduct, buildTeacher } from '../../../../test/factories.ts';
import { startTestApp, type MemberPerson, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => app.close());

const day = 86_400_000;
const at = (days: number): Date => new Date(app.clock.now().getTime() + days * day);
const list = async (as: MemberPerson) => (await app.http('GET', '/home/courses', { as })).body.courses;
const mine = async (as: MemberPerson, id: number) =>
  (await list(as)).find((course: { id: number }) => course.id === id);
const show = (as: MemberPerson, id: number) => app.http('GET', `/home/courses/${id}`, { as });
const states = (body: { chapters: { lessons: { state: string }[] }[] }): string[] =>
  body.chapters.flatMap((chapter) => chapter.lessons.map((lesson) => lesson.state));

type Progress = { lesson_id: number; seen_sec: number; completed?: boolean; last_at?: Date; last_position?: number };
async function study(
  memberId: number,
  courseId: number,
  { completed = false, last_at = app.clock.now(), ...progress }: Progress,
): Promise<void> {
  await app.ctx.db
    .insertInto('learning_records')
    .values({
      member_id: memberId,
      course_id: courseId,
      duration_sec: 600,
      percent: Math.floor(progress.seen_sec / 6),
      completed_at: completed ? last_at : null,
      last_at,
      ...progress,
    })
    .execute();
}

describe('access', () => {
  test('any live row opens a course, until the last of them ends', async () => {
    const member = await app.person.member();
    const { course } = await buildCourse(app.ctx);
    await buildEntitlement(app.ctx, {
      member_id: member.member_id,
      course_id: course.id,
      start_at: at(-90),
      end_at: at(-30),
      source_type: 'gift',
    });
    expect((await mine(member, course.id)).access).toEqual({ state: 'ended', end_at: at(-30).toISOString() });
    await buildEntitlement(app.ctx, {
      member_id: member.member_id,
      course_id: course.id,
      start_at: at(-10),
      end_at: at(20),
      source_type: 'card',
    });
    await buildEntitlement(app.ctx, {
      member_id: member.member_id,
      course_id: course.id,
      start_at: at(20),
      end_at: at(50),
      source_type: 'card',
    });
    expect((await mine(member, course.id)).access).toEqual({ state: 'owned', end_at: at(50).toISOString() });
    const { body } = await show(member, course.id);
    expect(body.grants.map((grant: { source_type: string }) => grant.source_type)).toEqual(['gift', 'card', 'card']);
    expect(states(body)).toEqual(['open', 'open', 'open', 'open']);
    await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: course.id, start_at: at(-1) });
    expect((await mine(member, course.id)).access).toEqual({ state: 'owned', end_at: null });
  });

  test('a revoked entitlement, another member’s, or one that has not begun grants nothing', async () => {
    const [member, other] = [await app.person.member(), await app.person.member()];
    const { course } = await buildCourse(app.ctx);
    await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: course.id, revoked_at: at(0) });
    await buildEntitlement(app.ctx, { member_id: other.member_id, course_id: course.id });
    await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: course.id, start_at: at(1) });
    expect(await mine(member, course.id)).toBeUndefined();
    expect(states((await show(member, course.id)).body)).toEqual(['locked', 'locked', 'locked', 'locked']);
  });

  test('the very second access ends it is over', async () => {
    const member = await app.person.member();
    const { course } = await buildCourse(app.ctx);
    await buildEntitlement(app.ctx, {
      member_id: member.member_id,
      course_id: course.id,
      start_at: at(-1),
      end_at: at(0),
    });
    expect((await mine(member, course.id)).access.state).toBe('ended');
  });

  test('free courses are everyone’s; previews are open in any published course', async () => {
    const member = await app.person.member();
    const free = await buildCourse(app.ctx, { is_free: true });
    const paid = await buildCourse(app.ctx, { chapter_count: 1 });
    await app.ctx.db
      .updateTable('lessons')
      .set({ preview_sec: 60 })
      .where('id', '=', paid.lessons[0]?.id ?? 0)
      .execute();
    expect((await mine(member, free.course.id)).access.state).toBe('free');
    const { body } = await show(member, paid.course.id);
    expect(body.access.state).toBe('none');
    expect(states(body)).toEqual(['preview', 'locked']);
    expect(body.next).toMatchObject({ lesson_id: paid.lessons[0]?.id });
  });

  test('a course that is not open names the product on sale with it, and none to who has it', async () => {
    const [none, ended, owner] = [await app.person.member(), await app.person.member(), await app.person.member()];
    const { course } = await buildCourse(app.ctx);
    await buildEntitlement(app.ctx, {
      member_id: ended.member_id,
      course_id: course.id,
      start_at: at(-90),
      end_at: at(-30),
    });
    await buildEntitlement(app.ctx, { member_id: owner.member_id, course_id: course.id });
    const offers = async () =>
      Promise.all([none, ended, owner].map(async (member) => (await show(member, course.id)).body.offer));
    expect(await offers()).toEqual([null, null, null]);
    const { id, title } = await buildProduct(app.ctx, { course_ids: [course.id], sale_price: 9900 });
    expect(await offers()).toEqual([{ id, title, sale_price: 9900 }, { id, title, sale_price: 9900 }, null]);
  });

  test('a course off the shelf stays visible to its owners; drafts and deleted ones are not found', async () => {
    const [owner, other] = [await app.person.member(), await app.person.member()];
    const [off, draft, gone] = [
      await buildCourse(app.ctx, { status: 2 }),
      await buildCourse(app.ctx, { status: 0 }),
      await buildCourse(app.ctx, { deleted_at: at(0) }),
    ];
    for (const { course } of [off, draft, gone])
      await buildEntitlement(app.ctx, { member_id: owner.member_id, course_id: course.id });
    expect((await show(owner, off.course.id)).status).toBe(200);
    expect((await show(other, off.course.id)).body.code).toBe('course.not_found');
    expect((await show(owner, draft.course.id)).status).toBe(404);
    expect((await show(owner, gone.course.id)).status).toBe(404);
    expect((await show(owner, 999_999)).status).toBe(404);
    expect((await app.http('GET', '/home/courses/abc', { as: owner })).status).toBe(404);
    expect((await list(owner)).map((course: { id: number }) => course.id)).toContain(off.course.id);
    expect(await mine(owner, draft.course.id)).toBeUndefined();
  });

  test('a free course is open to a newcomer, whose pages open with its first lesson', async () => {
    const newcomer = await app.person.member({ activated: false });
    const [free, paid] = [await buildCourse(app.ctx, { is_free: true }), await buildCourse(app.ctx)];
    const { status, body } = await show(newcomer, free.course.id);
    expect([status, body.access.state, ...new Set(states(body))]).toEqual([200, 'free', 'open']);
    expect((await show(newcomer, paid.course.id)).body).toMatchObject({ access: { state: 'none' } });
    expect((await app.http('GET', '/home/courses', { as: newcomer })).status).toBe(403);
    await study(newcomer.member_id, free.course.id, { lesson_id: free.lessons[0]?.id ?? 0, seen_sec: 10 });
    expect((await mine(newcomer, free.course.id)).access.state).toBe('free');
    expect((await app.http('GET', '/home/index', { as: newcomer })).body.continue).toMatchObject({
      course_id: free.course.id,
      position: 0,
    });
    const { activated_at } = await app.ctx.db
      .selectFrom('members')
      .select('activated_at')
      .where('id', '=', newcomer.member_id)
      .executeTakeFirstOrThrow();
    expect(activated_at).toBe(null);
  });

  test('who has activated nothing yet is sent to do so', async () => {
    const member = await app.person.member({ activated: false });
    expect((await app.http('GET', '/home/courses', { as: member })).body).toMatchObject({
      code: 'access.not_activated',
      redirect: '/home/cards/use-card',
    });
    expect((await app.http('GET', '/home/courses')).status).toBe(401);
  });
});

describe('progress', () => {
  test('what was seen, what is finished, what is missing, and where to go on', async () => {
    const member = await app.person.member();
    const { course, lessons } = await buildCourse(app.ctx, { chapter_count: 1, lessons_each: 4, complete_percent: 80 });
    await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: course.id });
    const [one = 0, two = 0] = lessons.map((lesson) => lesson.id);
    await study(member.member_id, course.id, { lesson_id: one, seen_sec: 600, completed: true, last_at: at(-2) });
    await study(member.member_id, course.id, { lesson_id: two, seen_sec: 100, last_at: at(-1), last_position: 95 });
    const { body } = await show(member, course.id);
    expect(body.course).toMatchObject({ lessons_done: 1, percent: 29, lesson_count: 4, complete_percent: 80 });
    expect(body.chapters[0].lessons.map((lesson: { missing_sec: number }) => lesson.missing_sec)).toEqual([
      0, 380, 480, 480,
    ]);
    expect(body.next).toEqual({ lesson_id: two, type: 1, title: '课时 2', position: 95 });
    expect(await mine(member, course.id)).toMatchObject({
      lessons_done: 1,
      percent: 29,
      last_at: at(-1).toISOString(),
    });
  });

  test('a deleted lesson and other members count for nothing', async () => {
    const [member, other] = [await app.person.member(), await app.person.member()];
    const { course, lessons } = await buildCourse(app.ctx, { chapter_count: 1, lessons_each: 2 });
    await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: course.id });
    const [one = 0, two = 0] = lessons.map((lesson) => lesson.id);
    await study(member.member_id, course.id, { lesson_id: one, seen_sec: 600, completed: true });
    await study(other.member_id, course.id, { lesson_id: two, seen_sec: 600, completed: true });
    await app.ctx.db
      .updateTable('lessons')
      .set({ deleted_at: at(0) })
      .where('id', '=', one)
      .execute();
    expect(await mine(member, course.id)).toMatchObject({ lessons_done: 0, percent: 0 });
    expect((await show(member, course.id)).body.course).toMatchObject({ lessons_done: 0, percent: 0 });
  });

  test('a lesson whose video is not ready comes soon, and is not where to go on', async () => {
    const member = await app.person.member();
    const { course, media } = await buildCourse(app.ctx, { chapter_count: 1, lessons_each: 2, is_free: true });
    await app.ctx.db
      .updateTable('media')
      .set({ status: 2 })
      .where('id', '=', media[0]?.id ?? 0)
      .execute();
    const { body } = await show(member, course.id);
    expect(states(body)).toEqual(['soon', 'open']);
    expect(body.next.title).toBe('课时 2');
  });

  test('the course studied last comes first, what is over last', async () => {
    const member = await app.person.member();
    const [old, recent, over] = [await buildCourse(app.ctx), await buildCourse(app.ctx), await buildCourse(app.ctx)];
    for (const { course } of [old, recent])
      await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: course.id });
    await buildEntitlement(app.ctx, {
      member_id: member.member_id,
      course_id: over.course.id,
      start_at: at(-9),
      end_at: at(-1),
    });
    await study(member.member_id, over.course.id, {
      lesson_id: over.lessons[0]?.id ?? 0,
      seen_sec: 5,
      last_at: at(-1),
    });
    await study(member.member_id, old.course.id, { lesson_id: old.lessons[0]?.id ?? 0, seen_sec: 5, last_at: at(-5) });
    await study(member.member_id, recent.course.id, {
      lesson_id: recent.lessons[0]?.id ?? 0,
      seen_sec: 5,
      last_at: at(-2),
    });
    const ids = (await list(member)).map((course: { id: number }) => course.id);
    expect(ids.slice(0, 2)).toEqual([recent.course.id, old.course.id]);
    expect(ids.at(-1)).toBe(over.course.id);
  });

  test('teachers come in the order of the course', async () => {
    const member = await app.person.member();
    const [a, b] = [await buildTeacher(app.ctx, { name: '甲' }), await buildTeacher(app.ctx, { name: '乙' })];
    const { course } = await buildCourse(app.ctx, { teacher_ids: [b.id, a.id] });
    const { body } = await show(member, course.id);
    expect(body.course.teachers.map((teacher: { name: string }) => teacher.name)).toEqual(['乙', '甲']);
  });
});
