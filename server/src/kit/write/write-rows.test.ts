import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { buildAgency, buildSubject, buildTeacher, buildCourse } from '../../../test/factories.ts';
import { statementsOf } from '../../../test/queries/statements.ts';

// A statement costs more than everything the engine does around it, so their number is the cost of a save.

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const readsOf = (table: string, texts: readonly string[]): string[] =>
  texts.filter((text) => new RegExp(`^select r\\.[^]* from "${table}" r\\s+where`).test(text));
const labelsIn = (texts: readonly string[]): string[] => texts.filter((text) => text.includes(' as place'));

it('PUT reads its row twice, once with the lock and once for the answer, and its labels once', async () => {
  const subject = await buildSubject(app.ctx, { name: '英语' });
  const teacher = await buildTeacher(app.ctx, { name: '王老师' });
  const { course } = await buildCourse(app.ctx, { subject_id: subject.id, teacher_ids: [teacher.id] });
  const put = () => app.http('PUT', `/admin/courses/${course.id}`, { as: admin, body: { title: '新标题' } });
  const texts = await statementsOf(app, put);
  expect(readsOf('courses', texts)).toHaveLength(2);
  expect(readsOf('courses', texts)[0]).toMatch(/for update of r$/);
  expect(labelsIn(texts)).toHaveLength(1);
  const { row } = (await put()).body;
  const stored = (await app.http('GET', `/admin/courses/${course.id}`, { as: admin })).body.row;
  for (const key of Object.keys(row)) expect(row[key], key).toEqual(stored[key]);
  expect(row).toMatchObject({ title: '新标题', version: 3, labels: { subject_id: '英语', teacher_ids: ['王老师'] } });
  expect(Object.keys(row).filter((key) => key === 'deleted_at' || key === 'created_by')).toEqual([]);
});

it('PUT of a resource read from a view locks the row of the table first', async () => {
  const agency = await buildAgency(app.ctx);
  const texts = await statementsOf(app, () =>
    app.http('PUT', `/admin/agencies/${agency.id}`, { as: admin, body: { address: '人民路 1 号' } }),
  );
  expect(readsOf('agency_rows', texts)).toHaveLength(2);
  expect(texts).toContain('select id from "agencies" where id = $1 for update');
});
