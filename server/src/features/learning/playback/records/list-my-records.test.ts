import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type MemberPerson, type TestApp } from '../../../../../test/app.ts';
import { buildCourse, type BuiltCourse } from '../../../../../test/factories.ts';

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

describe('GET /home/learning-records', () => {
  it('shows a member their own lessons, days and courses', async () => {
    const built = await buildCourse(app.ctx);
    const other = await buildCourse(app.ctx);
    const member = await app.person.member();
    await study(member, built, { index: 0, seen: 600, minutes: 30, done: true });
    await study(member, built, { index: 1, seen: 300, minutes: 10 });
    await study(member, other, { index: 0, seen: 60, minutes: 60 });
    await study(await app.person.member(), built, { index: 0, seen: 10, minutes: 1 });
    for (const [day, seconds] of [
      ['2026-01-07', 900],
      ['2026-01-06', 60],
      ['2026-01-05', 30],
      ['2026-01-04', 500],
      ['2026-01-01', 1],
    ] as const)
      await studyDay(member, built, { day, study_sec: seconds });
    await studyDay(member, other, { day: '2026-01-07', study_sec: 100, lessons_done: 1 });
    await app.ctx.db.updateTable('members').set({ total_study_sec: 1591 }).where('id', '=', member.member_id).execute();
    const { status, body } = await app.http('GET', '/home/learning-records', { as: member });
    expect(status).toBe(200);
    expect(
      body.data.map((row: { lesson_title: string; course_id: number; missing_sec: number }) => [
        row.lesson_title,
        row.course_id,
        row.missing_sec,
      ]),
    ).toEqual([
      ['课时 2', built.course.id, 240],
      ['课时 1', built.course.id, 0],
      ['课时 1', other.course.id, 480],
    ]);
    expect(body.summary).toMatchObject({
      today: '2026-01-07',
      today_sec: 1000,
      week_sec: 1090,
      total_sec: 1591,
      streak_days: 4,
    });
    expect(body.summary.days.map((day: { day: string; study_sec: number }) => [day.day, day.study_sec])).toEqual([
      ['2025-12-29', 0],
      ['2025-12-30', 0],
      ['2025-12-31', 0],
      ['2026-01-01', 1],
      ['2026-01-02', 0],
      ['2026-01-03', 0],
      ['2026-01-04', 500],
      ['2026-01-05', 30],
      ['2026-01-06', 60],
      ['2026-01-07', 1000],
      ['2026-01-08', 0],
      ['2026-01-09', 0],
      ['2026-01-10', 0],
      ['2026-01-11', 0],
    ]);
    expect(body.summary.courses).toMatchObject([
      { id: built.course.id, lessons_done: 1, lesson_count: 4, study_sec: 900 },
      { id: other.course.id, lessons_done: 0 },
    ]);
  });

  it('counts a streak that ended yesterday, and returns page by page', async () => {
    const courses = await Promise.all(Array.from({ length: 6 }, () => buildCourse(app.ctx)));
    const member = await app.person.member();
    for (const [at, built] of courses.entries())
      for (let index = 0; index < 4; index += 1)
        await study(member, built, { index, seen: 5, minutes: at * 10 + index });
    if (courses[0])
      for (const day of ['2026-01-06', '2026-01-05', '2026-01-03'])
        await studyDay(member, courses[0], { day, study_sec: 5 });
    const page = async (number: number) =>
      (await app.http('GET', `/home/learning-records?page=${number}`, { as: member })).body;
    const [first, second] = [await page(1), await page(2)];
    expect([
      first.data.length,
      first.has_more,
      first.summary.streak_days,
      second.data.length,
      second.has_more,
      second.summary,
    ]).toEqual([20, true, 2, 4, false, null]);
    const ids = [...first.data, ...second.data].map((row: { id: number }) => row.id);
    expect(new Set(ids).size).toBe(24);
    const one = await app.http('GET', `/home/learning-records?course_id=${courses[2]?.course.id}`, { as: member });
    expect(one.body.data.every((row: { course_id: number }) => row.course_id === courses[2]?.course.id)).toBe(true);
    expect((await app.http('GET', '/home/learning-records?page=0', { as: member })).status).toBe(422);
  });
});
