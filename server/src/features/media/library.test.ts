import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../test/app.ts';
import { buildCourse, buildMedia } from '../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

it('distinguishes videos from sounds in the list by their file names', async () => {
  const [video, sound] = [
    await buildMedia(app.ctx, { title: '口语' }),
    await buildMedia(app.ctx, { title: '口语', storage_key: '2026/03/a.m4a' }),
  ];
  const ids = async (kind: number) =>
    (
      await app.http('GET', `/admin/media/list?where[status]=3&where[kind]=${kind}&where[_keyword]=口语`, { as: admin })
    ).body.data.map(({ id }: { id: number }) => id);
  expect([await ids(1), await ids(2)]).toEqual([[video.id], [sound.id]]);
});

it('one video serves lessons of two courses and a trailer, and lists its uses', async () => {
  const [one, two] = [await buildCourse(app.ctx, { title: '甲课程' }), await buildCourse(app.ctx, { title: '乙课程' })];
  const video = await buildMedia(app.ctx, { title: '片头' });
  for (const { course, chapters } of [one, two]) {
    const created = await app.http('POST', `/admin/courses/${course.id}/lessons`, {
      as: admin,
      body: { chapter_id: chapters[0]?.id, title: `${course.title}的片头`, type: 1, media_id: video.id },
    });
    expect(created.status).toBe(201);
  }
  await app.http('PUT', `/admin/courses/${two.course.id}`, {
    as: admin,
    body: { title: two.course.title, trailer_id: video.id },
  });
  const { body } = await app.http('GET', `/admin/media/${video.id}`, { as: admin });
  expect(body.row.used_in).toEqual([
    { course_id: one.course.id, course_title: '甲课程', lesson_title: '甲课程的片头' },
    { course_id: two.course.id, course_title: '乙课程', lesson_title: null },
    { course_id: two.course.id, course_title: '乙课程', lesson_title: '乙课程的片头' },
  ]);
});
