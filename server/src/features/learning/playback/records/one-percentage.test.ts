import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type MemberPerson, type TestApp } from '../../../../../test/app.ts';
import { buildCourse, buildEntitlement, buildMedia } from '../../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

type Built = Awaited<ReturnType<typeof buildCourse>>;

/** A learner who saw so many seconds of the first lesson, and may have finished it. */
async function watchAs({ course, lessons }: Built, seen: number, isFinished: boolean): Promise<MemberPerson> {
  const member = await app.person.member();
  await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: course.id });
  await app.ctx.db
    .insertInto('learning_records')
    .values({
      member_id: member.member_id,
      course_id: course.id,
      lesson_id: lessons[0]?.id ?? 0,
      duration_sec: 600,
      seen_sec: seen,
      percent: Math.floor(seen / 6),
      completed_at: isFinished ? app.clock.now() : null,
    })
    .execute();
  return member;
}

/** The percentage everywhere it is shown. */
async function percents(as: MemberPerson, { course, lessons }: Built) {
  const lessonId = lessons[0]?.id ?? 0;
  const detail = (await app.http('GET', `/home/courses/${course.id}`, { as })).body;
  const { courses } = (await app.http('GET', '/home/courses', { as })).body;
  const records = (await app.http('GET', '/home/learning-records', { as })).body;
  const played = (await app.http('GET', '/home/play-auth', { as, query: { lesson_id: String(lessonId) } })).body;
  const { data } = (
    await app.http('GET', '/admin/learning-records/list', {
      as: admin,
      query: { 'where[member_id]': String(as.member_id) },
    })
  ).body;
  return {
    course: [detail.course.percent, courses[0].percent],
    lesson: [detail.chapters[0].lessons[0].percent, records.data[0].percent, played.percent, data[0].percent],
    seen: [records.data[0].seen_sec, played.seen_sec, data[0].seen_sec],
  };
}

async function replaceFilm({ media }: Built, seconds: number): Promise<void> {
  const { id } = await buildMedia(app.ctx, { duration_sec: seconds });
  const { body } = await app.http('PUT', '/admin/media/replace', {
    as: admin,
    body: { ids: [media[0]?.id], media_id: id },
  });
  expect(body).toMatchObject({ changed: 1 });
}

it('is one everywhere, and what is finished stays finished, when a film is replaced by a shorter and by a longer one', async () => {
  const built = await buildCourse(app.ctx, { chapter_count: 1, lessons_each: 1 });
  const [finished, half] = [await watchAs(built, 570, true), await watchAs(built, 270, false)];
  const expectPercents = async (as: MemberPerson, percent: number, seen: number): Promise<void> =>
    expect(await percents(as, built)).toEqual({
      course: [percent, percent],
      lesson: [percent, percent, percent, percent],
      seen: [seen, seen, seen],
    });
  await replaceFilm(built, 300);
  await expectPercents(finished, 100, 300);
  await expectPercents(half, 90, 270);
  await replaceFilm(built, 900);
  await expectPercents(finished, 100, 300);
  await expectPercents(half, 30, 270);
});

it('of a course counts finished lessons in full; a removed one completes it, an added one leaves what was finished', async () => {
  const built = await buildCourse(app.ctx, { chapter_count: 1, lessons_each: 2 });
  const member = await watchAs(built, 570, true);
  const percent = async () => (await percents(member, built)).course;
  expect(await percent()).toEqual([50, 50]);
  await app.http('DELETE', `/admin/courses/${built.course.id}/lessons/${built.lessons[1]?.id ?? 0}`, { as: admin });
  expect(await percent()).toEqual([100, 100]);
  const { courses } = (await app.http('GET', '/home/learning-records', { as: member })).body.summary;
  expect(courses[0]).toMatchObject({ lesson_count: 1, lessons_done: 1 });
  await app.http('DELETE', `/admin/courses/${built.course.id}/lessons/${built.lessons[0]?.id ?? 0}`, { as: admin });
  expect((await app.http('GET', '/home/learning-records', { as: member })).body.summary.courses[0].lessons_done).toBe(
    0,
  );
});
