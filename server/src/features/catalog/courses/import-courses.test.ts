import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let admin: AdminPerson;

/** Counts statements, not rows, that write courses. */
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  const { db } = app.ctx;
  await sql`create table course_inserts (at timestamptz not null default clock_timestamp())`.execute(db);
  await sql`create function count_course_insert() returns trigger language plpgsql as 'begin insert into course_inserts default values; return null; end'`.execute(
    db,
  );
  await sql`create trigger count_course_insert after insert on courses for each statement execute function count_course_insert()`.execute(
    db,
  );
  for (const name of ['王老师', '李老师']) await sql`insert into teachers (name) values (${name})`.execute(db);
  await sql`insert into subjects (name) values ('外语')`.execute(db);
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`truncate course_inserts`.execute(app.ctx.db);
});

const inserts = async (): Promise<number> => (await sql`select 1 from course_inserts`.execute(app.ctx.db)).rows.length;
const send = (datas: Record<string, unknown>[]) =>
  app.http('POST', '/admin/courses/import', { as: admin, body: { datas } });
const course = (index: number, more: Record<string, unknown> = {}) => ({
  title: `课程 ${index}`,
  subject_id: '外语',
  teacher_ids: '王老师，李老师',
  ...more,
});

describe('POST /admin/courses/import', () => {
  it('writes a chunk of new courses by one statement, each with a number of its own and what it points at', async () => {
    const { body } = await send(Array.from({ length: 50 }, (_one, index) => course(index)));
    expect(body).toMatchObject({ created: 50, updated: 0, errors: [] });
    expect(await inserts()).toBe(1);
    const { rows } = await sql<{
      sn: string;
      teachers: number;
      subject: string;
      created_by: number;
    }>`select c.sn, cardinality(c.teacher_ids) as teachers, s.name as subject, c.created_by
      from courses c join subjects s on s.id = c.subject_id where c.title like '课程 %'`.execute(app.ctx.db);
    expect(new Set(rows.map(({ sn }) => sn)).size).toBe(50);
    for (const row of rows) expect(row).toMatchObject({ teachers: 2, subject: '外语', created_by: admin.user_id });
  });

  it('keeps the good rows of a chunk whose others are refused, still by one statement', async () => {
    const { body } = await send([
      course(100),
      course(101, { teacher_ids: '王老师，无此人' }),
      course(102, { list_price: '10', sale_price: '20' }),
      course(103),
      course(104, { subject_id: '没有的科目' }),
    ]);
    expect(body).toMatchObject({ created: 2, updated: 0 });
    expect((body.errors as { title: string }[]).map(({ title }) => title)).toEqual([
      '课程 101',
      '课程 102',
      '课程 104',
    ]);
    expect(await inserts()).toBe(1);
  });

  it('falls back to row by row when the database refuses a row', async () => {
    const { body } = await send([course(200, { sn: 'SAME-1' }), course(201, { sn: 'SAME-1' }), course(202)]);
    expect(body.created + body.updated).toBe(2);
    expect(body.errors).toHaveLength(1);
  });
});
