import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Outline } from '@kaike/shared/contracts/catalog/courses';
import { startTestApp, type AdminPerson, type Reply, type TestApp } from '../../../../../test/app.ts';
import {
  buildCourse,
  buildEntitlement,
  buildMedia,
  type BuiltCourse,
  type RowOf,
} from '../../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;
let count = 0;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

/** A row of `media` for an uploaded sound. */
function buildSound(values: { status?: number; duration_sec?: number } = {}): Promise<RowOf<'media'>> {
  const folder = `2026/02/sound${(count += 1)}`;
  const renditions = {
    mode: 'mp4',
    segments: 0,
    transcoded: false,
    renditions: [],
    folder,
    playlist: `${folder}/sound.mp3`,
  };
  return buildMedia(app.ctx, {
    storage_key: `${folder}.mp3`,
    width: 0,
    height: 0,
    duration_sec: 300,
    renditions: JSON.stringify(renditions),
    ...values,
  });
}

const write = (method: string, { course }: BuiltCourse, rest: string, body: object): Promise<Reply> =>
  app.http(method, `/admin/courses/${course.id}/${rest}`, { as: admin, body });
const add = (built: BuiltCourse, body: object): Promise<Reply> =>
  write('POST', built, 'lessons', { chapter_id: built.chapters[0]?.id, title: '音频课', type: 2, ...body });
const lessonIn = (outline: Outline, id: number) =>
  outline.chapters.flatMap(({ lessons }) => lessons).find((lesson) => lesson.id === id);

it('takes its length and its preview from the sound', async () => {
  const built = await buildCourse(app.ctx);
  const { body } = await add(built, { media_id: (await buildSound()).id, preview_sec: 30 });
  expect(lessonIn(body.outline, body.id)).toMatchObject({ type: 2, duration_sec: 300, preview_sec: 30 });
  expect(body.outline.duration_sec).toBe(4 * 600 + 300);
  const long = await write('PUT', built, `lessons/${body.id}`, { title: '音频课', preview_sec: 301 });
  expect([long.status, long.body.errors.preview_sec]).toEqual([422, ['试看时长不能超过课时时长（300 秒）。']]);
});

it('accepts no video, nor a video lesson a sound, processed or not', async () => {
  const built = await buildCourse(app.ctx);
  for (const status of [2, 3]) {
    const [sound, video] = [await buildSound({ status }), await buildMedia(app.ctx, { status })];
    expect((await add(built, { media_id: video.id })).body.errors).toEqual({
      media_id: ['音频课时需要音频文件，请移除或更换这个视频。'],
    });
    expect((await add(built, { type: 1, media_id: sound.id })).body.errors).toEqual({
      media_id: ['视频课时需要视频文件，请移除或更换这个音频。'],
    });
  }
  const video = built.lessons[0]?.id ?? 0;
  const changed = await write('PUT', built, `lessons/${video}`, { title: '改成音频', type: 2 });
  expect([changed.status, Object.keys(changed.body.errors)]).toEqual([422, ['media_id']]);
  const emptied = await write('PUT', built, `lessons/${video}`, { title: '改成音频', type: 2, media_id: null });
  expect(lessonIn(emptied.body.outline, video)).toMatchObject({ type: 2, media: null, duration_sec: 0 });
});

it('is something to learn: a course of sounds alone is published, and opens to its members', async () => {
  const built = await buildCourse(app.ctx, { status: 0, chapter_count: 1, lessons_each: 1 });
  await app.ctx.db.deleteFrom('lessons').where('course_id', '=', built.course.id).execute();
  const publish = () =>
    app.http('PUT', '/admin/courses/change-status', { as: admin, body: { ids: [built.course.id], status: 1 } });
  const { id } = (await add(built, { media_id: (await buildSound({ status: 2 })).id })).body;
  expect((await publish()).body.code).toBe('course.empty');
  await write('PUT', built, `lessons/${id}`, { title: '音频课', media_id: (await buildSound()).id, preview_sec: 20 });
  expect((await publish()).body).toMatchObject({ changed: 1 });
  const member = await app.person.member();
  await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: built.course.id });
  const mine = (await app.http('GET', `/home/courses/${built.course.id}`, { as: member })).body;
  expect([mine.chapters[0].lessons[0], mine.next]).toMatchObject([
    { type: 2, state: 'open', duration_sec: 300 },
    { lesson_id: id, type: 2 },
  ]);
  const publicCourse = (await app.http('GET', `/open/courses/${built.course.id}`)).body;
  expect(publicCourse.chapters[0].lessons).toMatchObject([{ type: 2, preview_sec: 20, duration_sec: 300 }]);
});

it('is no trailer', async () => {
  const { course } = await buildCourse(app.ctx);
  const refused = await app.http('PUT', `/admin/courses/${course.id}`, {
    as: admin,
    body: { title: course.title, trailer_id: (await buildSound()).id },
  });
  expect([refused.status, refused.body.errors]).toEqual([422, { trailer_id: ['宣传片需要视频，请换一个。'] }]);
  expect(
    (
      await app.http('PUT', `/admin/courses/${course.id}`, {
        as: admin,
        body: { title: course.title, trailer_id: (await buildMedia(app.ctx)).id },
      })
    ).status,
  ).toBe(200);
});
