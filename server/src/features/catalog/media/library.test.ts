import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { buildCourse, buildMedia } from '../../../../test/factories.ts';

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

it('finds what nothing uses', async () => {
  const [used, unused] = [await buildMedia(app.ctx, { title: '有用' }), await buildMedia(app.ctx, { title: '没用' })];
  const { course } = await buildCourse(app.ctx, { title: '用片课' });
  await app.http('PUT', `/admin/courses/${course.id}`, {
    as: admin,
    body: { title: course.title, trailer_id: used.id },
  });
  const find = async (isUsed: boolean) =>
    (await app.http('GET', `/admin/media/list?where[is_used]=${isUsed}&per_page=100`, { as: admin })).body.data.map(
      ({ id }: { id: number }) => id,
    );
  expect(await find(false)).toContain(unused.id);
  expect(await find(false)).not.toContain(used.id);
  expect(await find(true)).toContain(used.id);
});

it('replaces the file of an entry: lessons follow, the former file goes to the trash', async () => {
  const old = await buildMedia(app.ctx, { title: '旧版', duration_sec: 60, storage_key: '2026/04/old.mp4' });
  const other = await buildMedia(app.ctx, { title: '新版', duration_sec: 90, storage_key: '2026/04/new.mp4' });
  const { course, chapters } = await buildCourse(app.ctx, { title: '换片课' });
  const lesson = await app.http('POST', `/admin/courses/${course.id}/lessons`, {
    as: admin,
    body: { chapter_id: chapters[0]?.id, title: '第一课', type: 1, media_id: old.id },
  });
  const replace = (media_id: number, ids = [old.id]) =>
    app.http('PUT', '/admin/media/replace', { as: admin, body: { ids, media_id } });
  const sound = await buildMedia(app.ctx, { title: '声音', storage_key: '2026/04/b.m4a' });
  expect([(await replace(sound.id)).body.code, (await replace(old.id)).status]).toEqual(['lesson.needs_video', 422]);
  expect((await replace(old.id, [other.id])).body.code).toBe('media.in_use');
  expect((await replace(other.id)).body.changed).toBe(1);
  const stored = await app.ctx.db
    .selectFrom('media')
    .select(['id', 'title', 'storage_key', 'duration_sec', 'deleted_at'])
    .where('id', 'in', [old.id, other.id])
    .orderBy('id')
    .execute();
  expect(stored).toMatchObject([
    { title: '旧版', storage_key: '2026/04/new.mp4', duration_sec: 90, deleted_at: null },
    { title: '新版', storage_key: '2026/04/old.mp4', duration_sec: 60, deleted_at: expect.any(Date) },
  ]);
  const row = await app.ctx.db
    .selectFrom('lessons')
    .select(['media_id', 'duration_sec'])
    .where('id', '=', lesson.body.id)
    .executeTakeFirst();
  expect(row).toEqual({ media_id: old.id, duration_sec: 90 });
});

describe('add to course', () => {
  const add = (ids: number[], course_id: number, chapter_title = '', as = admin) =>
    app.http('PUT', '/admin/media/add-to-course', { as, body: { ids, course_id, chapter_title } });
  const lessonsOf = (id: number) =>
    app.ctx.db
      .selectFrom('lessons as l')
      .innerJoin('chapters as h', 'h.id', 'l.chapter_id')
      .select(['h.title as chapter', 'l.title', 'l.type', 'l.duration_sec'])
      .where('l.course_id', '=', id)
      .orderBy('h.sort')
      .orderBy('l.sort')
      .execute();

  it('makes lessons of files in the order of their upload, in the last chapter or one with a title', async () => {
    const { course, chapters } = await buildCourse(app.ctx, { title: '素材课' });
    const last = chapters.at(-1)?.title ?? '';
    const video = await buildMedia(app.ctx, { title: '开场', duration_sec: 60 });
    const sound = await buildMedia(app.ctx, { title: '听力', duration_sec: 30, storage_key: '2026/05/a.m4a' });
    const later = await buildMedia(app.ctx, { title: '加餐', duration_sec: 0, status: 2 });
    expect((await add([sound.id, video.id], course.id)).body).toMatchObject({ changed: 2, failed: [] });
    expect((await add([later.id], course.id, '加餐章')).body.changed).toBe(1);
    const lessons = (await lessonsOf(course.id)).filter(({ title }) => ['开场', '听力', '加餐'].includes(title));
    expect(lessons).toEqual([
      { chapter: last, title: '开场', type: 1, duration_sec: 60 },
      { chapter: last, title: '听力', type: 2, duration_sec: 30 },
      { chapter: '加餐章', title: '加餐', type: 1, duration_sec: 0 },
    ]);
    const counted = await app.ctx.db
      .selectFrom('courses')
      .select('outline_version')
      .where('id', '=', course.id)
      .executeTakeFirst();
    expect(counted?.outline_version).toBe(Number(course.outline_version) + 2);
    const entries = await app.ctx.db
      .selectFrom('logs')
      .select('after')
      .where('action', '=', 'create-lessons')
      .orderBy('id')
      .execute();
    expect(entries.map(({ after }) => after)).toMatchObject([
      { chapter_title: last, lesson_titles: ['开场', '听力'] },
      { chapter_title: '加餐章', lesson_titles: ['加餐'] },
    ]);
  });

  it('skips what the course has already, requires a chapter where there is none, and the permission to change courses', async () => {
    const { course } = await buildCourse(app.ctx, { title: '重复课' });
    const [one, two] = [await buildMedia(app.ctx, { title: '一' }), await buildMedia(app.ctx, { title: '二' })];
    await add([one.id], course.id);
    expect((await add([one.id, two.id], course.id)).body).toMatchObject({
      changed: 1,
      failed: [{ id: one.id, code: 'media.in_course' }],
    });
    const { id: bare } = await app.ctx.db
      .insertInto('courses')
      .values({ title: '空课', sn: 'BARE' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(Object.keys((await add([one.id], bare)).body.errors)).toEqual(['chapter_title']);
    const clerk = await app.person.adminWith(['admin.media.list', 'admin.media.add-to-course']);
    expect((await add([two.id], bare, '第一章', clerk)).body.code).toBe('access.denied');
    const run = { resource: 'media', action: 'add-to-course', ids: [two.id], input: { course_id: bare } };
    expect((await app.http('POST', '/admin/bulk-runs', { as: clerk, body: run })).body.code).toBe('access.denied');
    const { body: index } = await app.http('GET', '/admin/media', { as: clerk });
    expect(index.permissions, 'no button is shown').toEqual(['list']);
    expect(await lessonsOf(bare)).toEqual([]);
  });

  it('makes one lesson of a file that two people add at once', async () => {
    const { course } = await buildCourse(app.ctx, { title: '同时课' });
    const { id } = await buildMedia(app.ctx, { title: '同时' });
    const replies = await Promise.all([1, 2, 3].map(() => add([id], course.id)));
    expect(replies.filter(({ body }) => body.changed === 1)).toHaveLength(1);
    expect((await lessonsOf(course.id)).filter(({ title }) => title === '同时')).toHaveLength(1);
  });
});

describe('folders', () => {
  const make = async (name: string, parent_id: number | null = null): Promise<number> =>
    (await app.http('POST', '/admin/media-folders', { as: admin, body: { name, parent_id } })).body.id;
  const move = (ids: number[], folder_id: number | null) =>
    app.http('PUT', '/admin/media/move', { as: admin, body: { ids, folder_id } });
  const filesBy = async (query: string): Promise<string[]> =>
    (await app.http('GET', `/admin/media/list?${query}&where[_keyword]=夹里`, { as: admin })).body.data
      .map(({ title }: { title: string }) => title)
      .toSorted();
  const remove = (id: number) => app.http('DELETE', '/admin/media-folders', { as: admin, body: { ids: [id] } });

  it('hold files, which are found with those of the folders below; the undo returns each to where it was', async () => {
    const [top, other] = [await make('外语'), await make('数学')];
    const below = await make('口语', top);
    const files = [
      await buildMedia(app.ctx, { title: '夹里甲', folder_id: other }),
      await buildMedia(app.ctx, { title: '夹里乙' }),
      await buildMedia(app.ctx, { title: '夹里丙', folder_id: below }),
    ].map(({ id }) => id);
    const { body } = await move(files, below);
    expect(body).toMatchObject({ changed: 3, failed: [] });
    expect(await filesBy(`where[folder_id][below]=${top}`)).toEqual(['夹里丙', '夹里乙', '夹里甲']);
    expect(await filesBy(`where[folder_id]=${top}`)).toEqual([]);
    const { row } = (await app.http('GET', `/admin/media-folders/${top}`, { as: admin })).body;
    expect(row.file_count).toBe(3);
    for (const { action, resource, ids, input } of body.undo)
      await app.http('PUT', `/admin/${resource}/${action}`, { as: admin, body: { ids, ...input } });
    expect(await filesBy(`where[folder_id]=${other}`)).toEqual(['夹里甲']);
    expect(await filesBy(`where[folder_id]=${below}`)).toEqual(['夹里丙']);
    expect(await filesBy('where[folder_id]=null')).toEqual(['夹里乙']);
    expect(await filesBy('')).toHaveLength(3);
  });

  it('say how many files they have up to ten thousand, so that the tree is read at once however many there are', async () => {
    const top = await make('大库');
    await app.ctx.db
      .insertInto('media')
      .columns(['title', 'folder_id'])
      .expression(
        sql<{ title: string; folder_id: number }>`select '片' || n, ${top}::bigint from generate_series(1, 10000) n`,
      )
      .execute();
    const count = async () => (await app.http('GET', `/admin/media-folders/${top}`, { as: admin })).body.row.file_count;
    expect(await count()).toBe(10_000);
    await buildMedia(app.ctx, { title: '再一片', folder_id: top });
    expect(await count()).toBeNull();
  });

  it('are deleted when they are empty; what returns from the trash afterwards is in none', async () => {
    const top = await make('旧课');
    const below = await make('第一季', top);
    const { id } = await buildMedia(app.ctx, { title: '旧片', folder_id: below });
    expect([(await remove(top)).body.code, (await remove(below)).body.code]).toEqual([
      'media_folder.has_folders',
      'media_folder.has_files',
    ]);
    await app.http('DELETE', '/admin/media', { as: admin, body: { ids: [id] } });
    expect((await remove(below)).body.deleted).toBe(1);
    await app.http('POST', '/admin/media/restore', { as: admin, body: { ids: [id] } });
    expect((await app.http('GET', `/admin/media/${id}`, { as: admin })).body.row.folder_id).toBeNull();
    const refused = await move([id], below);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([404, ['folder_id']]);
  });

  it('cannot be moved into themselves', async () => {
    const top = await make('甲夹');
    const below = await make('乙夹', top);
    const moved = await app.http('PUT', `/admin/media-folders/${top}`, { as: admin, body: { parent_id: below } });
    expect(moved.body.code).toBe('media_folder.loop');
  });
});
