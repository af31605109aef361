import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { buildAgency, buildCourse, type BuiltCourse } from '../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;
let built: BuiltCourse;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  built = await buildCourse(app.ctx);
});
afterAll(() => app.close());

type RecordOptions = {
  index?: number;
  agency_id?: number;
  seen_sec?: number;
  completed?: boolean;
  suspicious?: number;
};

async function buildRecord({
  index = 0,
  agency_id,
  seen_sec: seen = 10,
  completed,
  suspicious = 0,
}: RecordOptions = {}) {
  const member = await app.person.member(agency_id === undefined ? {} : { agency_id });
  const { id } = await app.ctx.db
    .insertInto('learning_records')
    .values({
      member_id: member.member_id,
      agency_id: agency_id ?? null,
      course_id: built.course.id,
      lesson_id: built.lessons[index]?.id ?? 0,
      duration_sec: 600,
      seen_bitmap: Buffer.from([0b1100]),
      seen_sec: seen,
      study_sec: seen,
      percent: Math.floor(seen / 6),
      suspicious,
      last_at: app.ctx.clock(),
      completed_at: completed ? app.ctx.clock() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, member };
}

const list = async (query: string, as = admin) =>
  (await app.http('GET', `/admin/learning-records/list?${query}`, { as })).body.data as { id: number }[];

describe('admin/learning-records', () => {
  it('filters by course, lesson, member, percent, completion and doubt', async () => {
    const plain = await buildRecord();
    const done = await buildRecord({ index: 1, seen_sec: 600, completed: true });
    const odd = await buildRecord({ index: 2, seen_sec: 300, suspicious: 3 });
    const ids = async (query: string) => (await list(query)).map((row) => row.id).toSorted((a, b) => a - b);
    expect(await ids(`where[course_id]=${built.course.id}`)).toEqual([plain.id, done.id, odd.id]);
    expect(await ids(`where[lesson_id]=${built.lessons[1]?.id}`)).toEqual([done.id]);
    expect(await ids(`where[member_id]=${odd.member.member_id}`)).toEqual([odd.id]);
    expect(await ids('where[percent][0]=50&where[percent][1]=99')).toEqual([odd.id]);
    expect(await ids('where[completed_at]=null')).toEqual([plain.id, odd.id]);
    expect(await ids('where[suspicious][0]=1')).toEqual([odd.id]);
    const [row] = await list(`where[member_id]=${done.member.member_id}`);
    expect(row).toMatchObject({
      lesson_title: '课时 2',
      percent: 100,
      labels: { member_id: '张三', course_id: built.course.title },
    });
  });

  it('shows where in the lesson the member was and what is missing', async () => {
    const { id } = await buildRecord({ seen_sec: 10 });
    const { body } = await app.http('GET', `/admin/learning-records/${id}`, { as: admin });
    expect(body.row).toMatchObject({
      seen: [[10, 20]],
      missing_sec: 530,
      complete_percent: 90,
      chapter_title: '第 1 章',
    });
    expect(body.row).not.toHaveProperty('seen_bitmap');
  });

  it('cannot be written through the back office', async () => {
    const { id } = await buildRecord();
    expect((await app.http('PUT', `/admin/learning-records/${id}`, { as: admin, body: { percent: 100 } })).status).toBe(
      404,
    );
    expect((await app.http('POST', '/admin/learning-records', { as: admin, body: {} })).status).toBe(404);
    expect((await app.http('DELETE', '/admin/learning-records', { as: admin, body: { ids: [id] } })).status).toBe(404);
  });

  it('is seen by an agency for its own subtree only, in lists, details and exports, with mobiles masked', async () => {
    const [mine, below, other] = [await buildAgency(app.ctx), await buildAgency(app.ctx), await buildAgency(app.ctx)];
    await app.ctx.db.updateTable('agencies').set({ lft: 10_000, rgt: 10_003 }).where('id', '=', mine.id).execute();
    await app.ctx.db
      .updateTable('agencies')
      .set({ lft: 10_001, rgt: 10_002, parent_id: mine.id })
      .where('id', '=', below.id)
      .execute();
    const permissions = ['list', 'show', 'export'].map((name) => `admin.learning-records.${name}`);
    const agent = await app.person.adminWith(permissions, { data_scope: 'own_agency', agency_id: mine.id });
    const own = [await buildRecord({ agency_id: mine.id }), await buildRecord({ agency_id: below.id })];
    const foreign = await buildRecord({ agency_id: other.id });
    expect((await list('order[id]=asc', agent)).map((row) => row.id)).toEqual(own.map((record) => record.id));
    expect((await app.http('GET', `/admin/learning-records/${foreign.id}`, { as: agent })).status).toBe(404);
    const exported = await app.http('GET', '/admin/learning-records/export', { as: agent });
    const rows = (exported.body.data as unknown[][]).slice(2);
    expect(rows.map((row) => row[0])).toEqual(own.map((record) => record.id));
    expect(rows.map((row) => row[2])).toEqual([
      expect.stringMatching(/^139\*{4}\d{4}$/),
      expect.stringMatching(/^139\*{4}\d{4}$/),
    ]);
    const sheet = await app.http('GET', '/admin/learning-records/export?format=xlsx', { as: agent });
    expect([sheet.status, sheet.raw.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    const logged = await app.ctx.db
      .selectFrom('down_logs')
      .select(['resource', 'agency_id'])
      .where('user_id', '=', agent.user_id)
      .execute();
    expect(logged).toEqual([
      { resource: 'learning-records', agency_id: mine.id },
      { resource: 'learning-records', agency_id: mine.id },
    ]);
  });
});
