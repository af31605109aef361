import { afterAll, beforeAll, expect, test } from 'vitest';
import { courseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { startTestApp, type MemberPerson, type TestApp } from '../../../../../test/app.ts';
import { buildCourse, type BuiltCourse } from '../../../../../test/factories.ts';

let app: TestApp;
let built: BuiltCourse;

beforeAll(async () => {
  app = await startTestApp();
  // A Wednesday, ten in the evening in Shanghai.
  app.clock.set(new Date('2026-01-14T14:00:00Z'));
  built = await buildCourse(app.ctx);
});
afterAll(() => app.close());

const study = (member: MemberPerson, day: string, studySec: number) =>
  app.ctx.db
    .insertInto('learning_days')
    .values({ member_id: member.member_id, course_id: built.course.id, day, study_sec: studySec, lessons_done: 0 })
    .execute();

const finish = (member: MemberPerson, place: number, completedAt: string) =>
  app.ctx.db
    .insertInto('learning_records')
    .values({
      member_id: member.member_id,
      course_id: built.course.id,
      lesson_id: built.lessons[place]?.id ?? 0,
      duration_sec: 600,
      completed_at: new Date(completedAt),
      last_at: new Date(completedAt),
    })
    .execute();

const keep = (member: MemberPerson, lemma: string, createdAt: string) =>
  app.ctx.db
    .insertInto('ai_words')
    .values({
      member_id: member.member_id,
      lemma,
      gloss: `${lemma}的意思`,
      fsrs: '{}',
      due_at: new Date(createdAt),
      created_at: new Date(createdAt),
    })
    .execute();

const weekOf = async (as: MemberPerson, day?: string) =>
  (await app.http('GET', `/home/learning-records/week${day ? `?day=${day}` : ''}`, { as })).body;

test('a week has its own days, lessons, courses, words and notes, and nobody else’s', async () => {
  const [member, other] = [await app.person.member(), await app.person.member()];
  // Sunday night in Shanghai is in the week, the minute after is not.
  await study(member, '2026-01-02', 240);
  for (const [day, seconds] of [
    ['2026-01-05', 1200],
    ['2026-01-11', 600],
    ['2026-01-12', 60],
  ] as const)
    await study(member, day, seconds);
  await finish(member, 0, '2026-01-04T15:59:00Z');
  await finish(member, 1, '2026-01-05T01:00:00Z');
  await finish(member, 2, '2026-01-11T15:59:00Z');
  await finish(member, 3, '2026-01-11T16:00:00Z');
  await keep(member, 'coffee', '2026-01-06T01:00:00Z');
  await keep(member, 'tea', '2026-01-12T01:00:00Z');
  await study(other, '2026-01-06', 999);
  await keep(other, 'milk', '2026-01-06T01:00:00Z');
  const last = await weekOf(member, '2026-01-09');
  expect(last).toMatchObject({
    today: '2026-01-14',
    before_sec: 240,
    has_earlier: true,
    lesson_count: 2,
    lessons: [{ id: built.lessons[2]?.id }, { id: built.lessons[1]?.id }],
    courses: [],
    word_count: 1,
    words: [{ lemma: 'coffee', gloss: 'coffee的意思' }],
    note_count: 0,
    daily_goal_min: 20,
  });
  expect(last.days.map((one: { day: string; study_sec: number }) => [one.day, one.study_sec])).toEqual([
    ['2026-01-05', 1200],
    ['2026-01-06', 0],
    ['2026-01-07', 0],
    ['2026-01-08', 0],
    ['2026-01-09', 0],
    ['2026-01-10', 0],
    ['2026-01-11', 600],
  ]);
  const current = await weekOf(member);
  expect(current).toMatchObject({
    before_sec: 1800,
    lesson_count: 1,
    courses: [{ id: built.course.id, title: built.course.title }],
    words: [{ lemma: 'tea' }],
  });
});

test('a week without study is empty, and the first one has none before it', async () => {
  const member = await app.person.member();
  const empty = {
    before_sec: 0,
    has_earlier: false,
    lesson_count: 0,
    lessons: [],
    courses: [],
    words: [],
    note_count: 0,
  };
  expect(await weekOf(member)).toMatchObject(empty);
  await study(member, '2026-01-12', 60);
  expect(await weekOf(member, '2026-01-12')).toMatchObject({ ...empty, has_earlier: false });
});

test('a missed day that a slip covered is on leave, also a Sunday, whatever came later', async () => {
  const member = await app.person.member();
  for (let day = 22; day <= 31; day += 1) await study(member, `2025-12-${day}`, 600);
  for (const day of ['01', '02', '03', '05']) await study(member, `2026-01-${day}`, 600);
  expect((await weekOf(member, '2026-01-01')).leave_days).toEqual(['2026-01-04']);
});

test('a day to come shows this week; what is no day is refused', async () => {
  const member = await app.person.member();
  expect((await weekOf(member, '2027-05-01')).days[0].day).toBe('2026-01-12');
  expect((await app.http('GET', '/home/learning-records/week?day=soon', { as: member })).status).toBe(422);
});

test('what the school took away or off is missing', async () => {
  const own = await buildCourse(app.ctx);
  const member = await app.person.member();
  const ids = own.lessons.map(({ id }) => id);
  for (const lessonId of ids)
    await app.ctx.db
      .insertInto('learning_records')
      .values({
        member_id: member.member_id,
        course_id: own.course.id,
        lesson_id: lessonId,
        duration_sec: 600,
        completed_at: new Date('2026-01-13T01:00:00Z'),
        last_at: new Date('2026-01-13T01:00:00Z'),
      })
      .execute();
  const { db } = app.ctx;
  const shown = async () => (await weekOf(member)).lessons.map(({ id }: { id: number }) => id).toSorted();
  expect(await shown()).toEqual(ids.toSorted());
  const [deleted = 0, off = 0, ...rest] = ids;
  await db.updateTable('lessons').set({ deleted_at: app.ctx.clock() }).where('id', '=', deleted).execute();
  await db.updateTable('lessons').set({ status: 0 }).where('id', '=', off).execute();
  expect(await shown()).toEqual(rest.toSorted());
  await db.updateTable('courses').set({ status: courseStatus.draft }).where('id', '=', own.course.id).execute();
  expect(await weekOf(member)).toMatchObject({ lesson_count: 0, lessons: [], courses: [] });
});

test('days that are over keep the goal they had', async () => {
  const [member, other] = [await app.person.member(), await app.person.member()];
  const choose = (as: MemberPerson, minutes: number) =>
    app.http('PUT', '/home/personage/daily-goal', { as, body: { daily_goal_min: minutes } });
  await app.clock.at(new Date('2026-01-07T14:00:00Z'), () => choose(member, 30));
  await choose(member, 10);
  await choose(member, 60);
  await choose(other, 10);
  expect((await weekOf(member, '2026-01-05')).goals).toEqual([20, 20, 30, 30, 30, 30, 30]);
  expect(await weekOf(member)).toMatchObject({ goals: [30, 30, 60, 60, 60, 60, 60], daily_goal_min: 60 });
  expect((await weekOf(other, '2026-01-05')).goals).toEqual([20, 20, 20, 20, 20, 20, 20]);
});
