import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCourse, buildEntitlement } from '../../../../test/factories.ts';
import { startTestApp, type MemberPerson, type Reply, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type NoteBody = { client_key?: string; at_sec?: number; body?: string };

async function buildMember(): Promise<{ member: MemberPerson; lesson: number }> {
  const { course, lessons } = await buildCourse(app.ctx);
  const member = await app.person.member();
  await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: course.id });
  return { member, lesson: lessons[0]?.id ?? 0 };
}

const add = (as: MemberPerson, lesson: number, note: NoteBody = {}): Promise<Reply> =>
  app.http('POST', `/home/lessons/${lesson}/notes`, {
    as,
    body: { client_key: randomUUID(), at_sec: 0, body: '笔记', ...note },
  });
const list = async (as: MemberPerson, lesson: number) =>
  (await app.http('GET', `/home/lessons/${lesson}/notes`, { as })).body.notes as {
    id: number;
    at_sec: number;
    body: string;
    version: number;
  }[];

describe('notes of a lesson', () => {
  it('are listed by position, updated, deleted and restored', async () => {
    const { member, lesson } = await buildMember();
    const late = (await add(member, lesson, { at_sec: 90, body: '后面' })).body.note;
    expect((await add(member, lesson, { at_sec: 5, body: '前面' })).status).toBe(201);
    expect((await list(member, lesson)).map(({ at_sec: at, body }) => [at, body])).toEqual([
      [5, '前面'],
      [90, '后面'],
    ]);
    const changed = await app.http('PUT', `/home/lesson-notes/${late.id}`, {
      as: member,
      body: { body: '改过', version: 1 },
    });
    expect(changed.body.note).toMatchObject({ body: '改过', version: 2 });
    expect((await app.http('DELETE', `/home/lesson-notes/${late.id}`, { as: member })).status).toBe(200);
    expect(await list(member, lesson)).toHaveLength(1);
    expect((await app.http('POST', `/home/lesson-notes/${late.id}/restore`, { as: member })).body.note.body).toBe(
      '改过',
    );
    expect(await list(member, lesson)).toHaveLength(2);
  });

  it('is stored once however often it is sent', async () => {
    const { member, lesson } = await buildMember();
    const note = { client_key: randomUUID(), body: '断网时写的' };
    const responses = await Promise.all([
      add(member, lesson, note),
      add(member, lesson, note),
      add(member, lesson, note),
    ]);
    expect(new Set(responses.map(({ body }) => body.note.id)).size).toBe(1);
    expect(await list(member, lesson)).toHaveLength(1);
  });

  it('returns what another device wrote instead of overwriting it', async () => {
    const { member, lesson } = await buildMember();
    const { note } = (await add(member, lesson)).body;
    const write = (body: string): Promise<Reply> =>
      app.http('PUT', `/home/lesson-notes/${note.id}`, { as: member, body: { body, version: 1 } });
    expect((await write('手机')).status).toBe(200);
    const refused = await write('电脑');
    expect([refused.status, refused.body.current.body]).toEqual([409, '手机']);
    expect((await write('手机')).status).toBe(200);
  });

  it('belong to their member alone', async () => {
    const { member, lesson } = await buildMember();
    const { note } = (await add(member, lesson)).body;
    const other = await app.person.member();
    expect(await list(other, lesson)).toEqual([]);
    const tries = [
      await app.http('PUT', `/home/lesson-notes/${note.id}`, { as: other, body: { body: '改', version: 1 } }),
      await app.http('DELETE', `/home/lesson-notes/${note.id}`, { as: other }),
      await app.http('POST', `/home/lesson-notes/${note.id}/restore`, { as: other }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await app.http('GET', `/home/lessons/${lesson}/notes`)).status).toBe(401);
    expect((await list(member, lesson))[0]?.body).toBe('笔记');
  });

  it('are written only where the member may study, and stay readable afterwards', async () => {
    const { member, lesson } = await buildMember();
    await add(member, lesson);
    expect((await add(await app.person.member(), lesson)).body.code).toBe('course.no_access');
    await app.ctx.db
      .updateTable('entitlements')
      .set({ revoked_at: app.ctx.clock() })
      .where('member_id', '=', member.member_id)
      .execute();
    expect((await add(member, lesson)).body.code).toBe('course.no_access');
    expect(await list(member, lesson)).toHaveLength(1);
  });

  it('have up to 2,000 characters, and some', async () => {
    const { member, lesson } = await buildMember();
    expect((await add(member, lesson, { body: '字'.repeat(2000) })).status).toBe(201);
    expect((await add(member, lesson, { body: '字'.repeat(2001) })).body.errors.body).toHaveLength(1);
    expect((await add(member, lesson, { body: '  ' })).status).toBe(422);
    expect((await add(member, lesson, { at_sec: -1 })).status).toBe(422);
    expect((await add(member, lesson, { client_key: 'x' })).status).toBe(422);
  });

  it('cannot be restored after a day', async () => {
    const { member, lesson } = await buildMember();
    const { note } = (await add(member, lesson)).body;
    await app.http('DELETE', `/home/lesson-notes/${note.id}`, { as: member });
    app.clock.advance(86_400_001);
    expect((await app.http('POST', `/home/lesson-notes/${note.id}/restore`, { as: member })).status).toBe(404);
  });
});

describe('all notes of a member', () => {
  const all = async (as: MemberPerson, query = ''): Promise<Reply['body']> =>
    (await app.http('GET', `/home/lesson-notes${query}`, { as })).body;

  it('are listed by course, searched in notes and titles, and counted by course', async () => {
    const { member, lesson } = await buildMember();
    const other = await buildCourse(app.ctx);
    await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: other.course.id });
    const [first, second] = other.lessons.map(({ id }) => id);
    await add(member, lesson, { body: 'A Latte' });
    app.clock.advance(1000);
    await add(member, second ?? 0, { at_sec: 9, body: '第二课' });
    await add(member, first ?? 0, { at_sec: 70, body: '后面' });
    await add(member, first ?? 0, { at_sec: 7, body: '前面' });
    const { data, courses } = await all(member);
    expect(data.map(({ body }: { body: string }) => body)).toEqual(['前面', '后面', '第二课', 'A Latte']);
    expect(data[0]).toMatchObject({ course_id: other.course.id, lesson_id: first, at_sec: 7, lesson_type: 1 });
    expect(courses.map(({ id, count }: { id: number; count: number }) => [id, count])).toEqual([
      [other.course.id, 3],
      [expect.any(Number), 1],
    ]);
    expect((await all(member, `?course_id=${other.course.id}&search=面`)).data).toHaveLength(2);
    const matches = await all(member, '?search=latte');
    expect([matches.data.length, matches.courses.length, matches.has_more]).toEqual([1, 2, false]);
    expect((await all(member, '?search=%25')).data).toEqual([]);
    expect((await all(member, '?page=2')).data).toEqual([]);
  });

  it('leave out deleted ones and those of others', async () => {
    const { member, lesson } = await buildMember();
    const { note } = (await add(member, lesson)).body;
    await app.http('DELETE', `/home/lesson-notes/${note.id}`, { as: member });
    expect(await all(member)).toMatchObject({ data: [], courses: [] });
    expect((await all(await app.person.member())).data).toEqual([]);
  });
});
