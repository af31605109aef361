import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type MemberPerson, type TestApp } from '../../../test/app.ts';
import { buildCourse, buildEntitlement, type BuiltCourse } from '../../../test/factories.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  // A Wednesday, ten in the evening in Shanghai.
  app.clock.set(new Date('2026-01-07T14:00:00Z'));
});
afterAll(() => app.close());

const ago = (minutes: number): Date => new Date(app.ctx.clock().getTime() - minutes * 60_000);

async function study(
  member: MemberPerson,
  built: BuiltCourse,
  progress: { index: number; seen: number; minutes: number; done?: boolean },
): Promise<void> {
  await app.ctx.db
    .insertInto('learning_records')
    .values({
      member_id: member.member_id,
      course_id: built.course.id,
      lesson_id: built.lessons[progress.index]?.id ?? 0,
      duration_sec: 600,
      seen_sec: progress.seen,
      study_sec: progress.seen,
      percent: Math.floor(progress.seen / 6),
      last_at: ago(progress.minutes),
      last_position: progress.seen,
      completed_at: progress.done ? ago(progress.minutes) : null,
    })
    .execute();
}

const studyDay = (
  member: MemberPerson,
  built: BuiltCourse,
  day: { day: string; study_sec: number; lessons_done?: number },
) =>
  app.ctx.db
    .insertInto('learning_days')
    .values({ member_id: member.member_id, course_id: built.course.id, lessons_done: 0, ...day })
    .execute();

describe('GET /home/index', () => {
  const home = async (member: MemberPerson) => (await app.http('GET', '/home/index', { as: member })).body;

  it('continues with the lesson last watched, then the next one, then another course', async () => {
    const [first, second] = [await buildCourse(app.ctx), await buildCourse(app.ctx)];
    const member = await app.person.member();
    for (const built of [first, second])
      await buildEntitlement(app.ctx, {
        member_id: member.member_id,
        course_id: built.course.id,
        end_at: new Date('2027-01-01T00:00:00Z'),
      });
    expect((await home(member)).continue).toMatchObject({
      lesson_title: '课时 1',
      position: 0,
      last_at: null,
      missing_sec: 540,
    });
    await study(member, first, { index: 1, seen: 100, minutes: 5 });
    expect((await home(member)).continue).toMatchObject({
      lesson_id: first.lessons[1]?.id,
      course_id: first.course.id,
      position: 100,
      percent: 16,
      missing_sec: 440,
    });
    await app.ctx.db
      .updateTable('learning_records')
      .set({ completed_at: ago(5) })
      .where('member_id', '=', member.member_id)
      .execute();
    expect((await home(member)).continue).toMatchObject({ lesson_id: first.lessons[2]?.id });
    for (const index of [0, 2, 3]) await study(member, first, { index, seen: 600, minutes: 4, done: true });
    expect((await home(member)).continue).toMatchObject({
      course_id: second.course.id,
      lesson_id: second.lessons[0]?.id,
    });
  });

  it('shows what is owned until when, what is new, and the time studied', async () => {
    const [owned, unknown] = [await buildCourse(app.ctx), await buildCourse(app.ctx, { created_at: ago(100) })];
    const old = await buildCourse(app.ctx, { created_at: ago(61 * 1440) });
    const member = await app.person.member();
    const end = new Date('2026-02-01T15:59:59Z');
    await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: owned.course.id, end_at: end });
    await studyDay(member, owned, { day: '2026-01-04', study_sec: 500 });
    await studyDay(member, owned, { day: '2026-01-07', study_sec: 70 });
    const body = await home(member);
    expect(body.courses).toMatchObject([
      { id: owned.course.id, access: { state: 'owned', end_at: end.toISOString() } },
    ]);
    const news = body.new_courses.map((course: { id: number }) => course.id);
    expect(news).toContain(unknown.course.id);
    expect(news).not.toContain(owned.course.id);
    expect(news).not.toContain(old.course.id);
    expect(body).toMatchObject({ today_sec: 70, week_sec: 70, more_courses: 0, ai_seconds_left: 0 });
  });

  it('is empty for who has nothing, and asks who has not activated to do so', async () => {
    expect(await home(await app.person.member())).toMatchObject({ continue: null, courses: [], today_sec: 0 });
    const reply = await app.http('GET', '/home/index', { as: await app.person.member({ activated: false }) });
    expect([reply.status, reply.body.code]).toEqual([403, 'access.not_activated']);
  });
});
