import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type MemberPerson, type TestApp } from '../../../../test/app.ts';
import { buildCourse, buildEntitlement, type BuiltCourse } from '../../../../test/factories.ts';

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
      lesson_no: 1,
      lesson_count: 4,
      lessons_done: 0,
      next: { title: '课时 2' },
      position: 0,
      last_at: null,
      missing_sec: 540,
    });
    await study(member, first, { index: 1, seen: 100, minutes: 5 });
    expect((await home(member)).continue).toMatchObject({
      lesson_id: first.lessons[1]?.id,
      course_id: first.course.id,
      position: 100,
      percents: [0, 16, 0, 0],
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
    expect(body).toMatchObject({
      week: [0, 0, 70, 0, 0, 0, 0],
      weekday: 2,
      daily_goal_min: 20,
      course_count: 1,
      ending: { id: owned.course.id, title: owned.course.title, end_at: end.toISOString(), lessons_left: 4 },
      ai_seconds_left: 0,
    });
  });

  it('shows some courses of each kind with their next lesson, and what ends first', async () => {
    const member = await app.person.member();
    const own = async (end: string): Promise<BuiltCourse> => {
      const built = await buildCourse(app.ctx);
      await buildEntitlement(app.ctx, {
        member_id: member.member_id,
        course_id: built.course.id,
        end_at: new Date(end),
      });
      return built;
    };
    const [started, soon, later] = [
      await own('2027-01-01T00:00:00Z'),
      await own('2026-01-12T15:59:59Z'),
      await own('2026-01-20T15:59:59Z'),
    ];
    await study(member, started, { index: 0, seen: 600, minutes: 9, done: true });
    await study(member, started, { index: 1, seen: 60, minutes: 5 });
    const finished = await own('2027-01-01T00:00:00Z');
    for (const index of [0, 1, 2, 3]) await study(member, finished, { index, seen: 600, minutes: 1, done: true });
    for (const _ of [1, 2, 3, 4]) await own('2027-01-01T00:00:00Z');
    const { courses, course_count: count, ending } = await home(member);
    const byId = new Map(courses.map((course: { id: number }) => [course.id, course]));
    expect(byId.get(started.course.id)).toMatchObject({
      lessons_done: 1,
      percents: [100, 10, 0, 0],
      next: { title: '课时 2' },
    });
    expect(byId.get(finished.course.id)).toMatchObject({ lessons_done: 4, next: null });
    expect([courses.length, count, ending.id, later.course.id > soon.course.id]).toEqual([6, 8, soon.course.id, true]);
  });

  it('says which lessons are finished, in the order of the course, whatever order they were taken in', async () => {
    const [built, member] = [await buildCourse(app.ctx), await app.person.member()];
    await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: built.course.id });
    await study(member, built, { index: 3, seen: 560, minutes: 30, done: true });
    await study(member, built, { index: 1, seen: 560, minutes: 20, done: true });
    // Watched to the end, not finished.
    await study(member, built, { index: 0, seen: 600, minutes: 10 });
    await app.ctx.db
      .updateTable('lessons')
      .set({ media_id: null })
      .where('id', '=', built.lessons[2]?.id ?? 0)
      .execute();
    const { courses, continue: current } = await home(member);
    const percents = [99, 100, 0, 100];
    expect(courses).toMatchObject([{ lesson_count: 4, lessons_done: 2, percents }]);
    // A lesson without content yet has its place, but nothing is left to learn after this one.
    expect(current).toMatchObject({ lesson_no: 1, percents, next: null });
  });

  it('fills the square of today against the goal the learner chose, and the days before against theirs', async () => {
    const member = await app.person.member();
    const choose = (minutes: number) =>
      app.http('PUT', '/home/personage/daily-goal', { as: member, body: { daily_goal_min: minutes } });
    expect((await choose(30)).body.account.daily_goal_min).toBe(30);
    expect((await choose(7)).status).toBe(422);
    expect(await home(member)).toMatchObject({ daily_goal_min: 30, goals: [20, 20, 30, 30, 30, 30, 30] });
  });

  it('keeps a streak over a missed day with a leave slip, in the time zone of the school', async () => {
    const [member, built] = [await app.person.member(), await buildCourse(app.ctx)];
    const seen = async () => {
      const { streak_days, leave_slips, leave, week } = await home(member);
      return { streak_days, leave_slips, leave, week };
    };
    for (const date of ['29', '30', '31']) await studyDay(member, built, { day: `2025-12-${date}`, study_sec: 60 });
    for (const date of ['01', '02', '03', '04', '05'])
      await studyDay(member, built, { day: `2026-01-${date}`, study_sec: 60 });
    expect(await seen()).toEqual({ streak_days: 8, leave_slips: 0, leave: [1], week: [60, 0, 0, 0, 0, 0, 0] });
    const calendar = (await app.http('GET', '/home/learning-records/calendar', { as: member })).body;
    const records = (await app.http('GET', '/home/learning-records', { as: member })).body;
    expect([calendar.leave_days, records.summary.streak_days]).toEqual([['2026-01-06'], 8]);
    // Half past midnight in Shanghai: another day was missed, and no slip is left.
    await app.clock.at(new Date('2026-01-07T16:30:00Z'), async () => {
      expect(await seen()).toMatchObject({ streak_days: 0, leave_slips: 0, leave: [1] });
      // The study of the day on leave arrives late: the slip covers the next one instead.
      await studyDay(member, built, { day: '2026-01-06', study_sec: 60 });
      expect(await seen()).toMatchObject({ streak_days: 9, leave_slips: 0, leave: [2] });
    });
  });

  it('is empty for who has nothing, and asks who has not activated to do so', async () => {
    expect(await home(await app.person.member())).toMatchObject({
      continue: null,
      courses: [],
      course_count: 0,
      ending: null,
      week: [0, 0, 0, 0, 0, 0, 0],
    });
    const newcomer = await app.person.member({ activated: false });
    const mayStudy = async () => (await app.http('GET', '/open/user', { as: newcomer })).body.user.member.may_study;
    const reply = await app.http('GET', '/home/index', { as: newcomer });
    expect([reply.status, reply.body.code, await mayStudy()]).toEqual([403, 'access.not_activated', false]);
    await study(newcomer, await buildCourse(app.ctx), { index: 0, seen: 60, minutes: 5 });
    expect([(await app.http('GET', '/home/index', { as: newcomer })).status, await mayStudy()]).toEqual([200, true]);
  });
});

describe('POST /home/celebration', () => {
  const home = async (as: MemberPerson) => (await app.http('GET', '/home/index', { as })).body.celebration;
  const take = async (as: MemberPerson) => (await app.http('POST', '/home/celebration', { as })).body.celebration;

  it('is taken by one device, once a day, and a mark of the streak once in a streak', async () => {
    const [member, built] = [await app.person.member(), await buildCourse(app.ctx)];
    expect([await home(member), await take(member)]).toEqual([null, null]);
    for (let day = 2; day < 7; day += 1) await studyDay(member, built, { day: `2026-01-0${day}`, study_sec: 60 });
    expect(await home(member)).toBeNull();
    await studyDay(member, built, { day: '2026-01-07', study_sec: 1200 });
    const goal = { kind: 'goal', days: 6 };
    expect(await home(member)).toEqual(goal);
    const taken = await Promise.all([take(member), take(member), take(member)]);
    expect(taken.filter((one) => one !== null)).toEqual([goal]);
    expect(await home(member)).toBeNull();
    await app.clock.at(new Date('2026-01-08T14:00:00Z'), async () => {
      await studyDay(member, built, { day: '2026-01-08', study_sec: 1300 });
      expect([await home(member), await take(member), await take(member), await home(member)]).toEqual([
        { kind: 'streak', days: 7 },
        { kind: 'streak', days: 7 },
        null,
        null,
      ]);
    });
  });
});
