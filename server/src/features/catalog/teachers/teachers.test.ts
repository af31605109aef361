import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCourse, buildTeacher } from '../../../../test/factories.ts';
import { startTestApp, type Person, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

test('a teacher of a course stays until the course has another', async () => {
  const [busy, free] = [await buildTeacher(app.ctx), await buildTeacher(app.ctx)];
  const { course } = await buildCourse(app.ctx, { teacher_ids: [busy.id] });
  const remove = () => app.http('DELETE', '/admin/teachers', { as: admin, body: { ids: [busy.id, free.id] } });
  expect((await remove()).body).toMatchObject({ deleted: 1, failed: [{ id: busy.id, code: 'teacher.has_courses' }] });
  await app.ctx.db.updateTable('courses').set({ teacher_ids: [] }).where('id', '=', course.id).execute();
  expect((await remove()).body.deleted).toBe(1);
});

test('a sheet of teachers is read in the words of the reader', async () => {
  const datas = [
    { name: '李老师', gender: '女', title: '讲师' },
    { name: '王老师', gender: 'x' },
  ];
  const reply = await app.http('POST', '/admin/teachers/import', { as: admin, body: { datas } });
  expect(reply.body).toMatchObject({ success: 1, created: 1 });
  expect(reply.body.errors[0].error).toContain('性别');
});

test('a teacher with an AI person is an AI teacher; the person must be there', async () => {
  const person = await app.ctx.db
    .insertInto('ai_peoples')
    .values({ name: 'Emma' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const make = (id: number) =>
    app.http('POST', '/admin/teachers', { as: admin, body: { name: `外教 ${id}`, ai_people_id: id } });
  const { id } = (await make(person.id)).body;
  expect((await app.http('GET', `/admin/teachers/${id}`, { as: admin })).body.row).toMatchObject({
    ai_people_id: person.id,
    is_ai: true,
    labels: { ai_people_id: 'Emma' },
  });
  expect((await make(999_999)).body.errors).toHaveProperty('ai_people_id');
});
