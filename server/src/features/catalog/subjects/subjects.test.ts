import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

async function add(name: string, parentId: number | null = null): Promise<number> {
  const reply = await app.http('POST', '/admin/subjects', { as: admin, body: { name, parent_id: parentId } });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.id;
}

const courseCount = async (id: number): Promise<number> =>
  (await app.http('GET', `/admin/subjects/${id}`, { as: admin })).body.row.course_count;
const addCourse = (title: string, subjectId: number) =>
  app.http('POST', '/admin/courses', { as: admin, body: { title, subject_id: subjectId } });

test('a subject counts the courses below it, too', async () => {
  const top = await add('语言');
  const below = await add('英语', top);
  await addCourse('英语入门', below);
  await addCourse('语言学', top);
  expect(await courseCount(top)).toBe(2);
  expect(await courseCount(below)).toBe(1);
});

test('a subject is not moved below itself, nor below one that is not there', async () => {
  const [top, other] = [await add('理科'), await add('文科')];
  const below = await add('物理', top);
  const put = (id: number, parentId: number) =>
    app.http('PUT', `/admin/subjects/${id}`, { as: admin, body: { parent_id: parentId } });
  expect((await put(top, below)).body.code).toBe('subject.loop');
  expect((await put(top, top)).body.code).toBe('subject.loop');
  expect((await put(top, 999_999)).body.errors).toHaveProperty('parent_id');
  expect((await put(below, other)).status).toBe(200);
});

test('subjects with something below them stay, and say why', async () => {
  const [parent, used, free] = [await add('艺术'), await add('体育'), await add('自由')];
  await add('音乐', parent);
  await addCourse('篮球', used);
  const reply = await app.http('DELETE', '/admin/subjects', { as: admin, body: { ids: [parent, used, free] } });
  expect(reply.body.deleted).toBe(1);
  expect(reply.body.failed.map((row: { id: number; code: string }) => [row.id, row.code])).toEqual([
    [parent, 'subject.has_children'],
    [used, 'subject.has_courses'],
  ]);
});

test('many are switched off and remarked at once, and every one is logged', async () => {
  const ids = [await add('甲'), await add('乙')];
  expect(
    (await app.http('PUT', '/admin/subjects/change-status', { as: admin, body: { ids, status: 0 } })).body.changed,
  ).toBe(2);
  expect(
    (await app.http('PUT', '/admin/subjects/remark', { as: admin, body: { ids, remark: '暑期' } })).body.changed,
  ).toBe(2);
  const rows = await app.ctx.db
    .selectFrom('subjects')
    .select(['status', 'remark', 'version'])
    .where('id', 'in', ids)
    .execute();
  expect(rows).toEqual([
    { status: 0, remark: '暑期', version: 3 },
    { status: 0, remark: '暑期', version: 3 },
  ]);
  const logs = await app.ctx.db
    .selectFrom('logs')
    .select('action')
    .where('resource', '=', 'subjects')
    .where('record_id', '=', String(ids[0]))
    .orderBy('id')
    .execute();
  expect(logs.map((log) => log.action)).toEqual(['create', 'change-status', 'remark']);
  expect((await app.http('PUT', '/admin/subjects/change-status', { as: admin, body: { ids, status: 7 } })).status).toBe(
    422,
  );
});

test('a sheet adds new subjects and changes those it knows by name', async () => {
  const top = await add('导入');
  const datas = [
    { name: '导入', intro: '新的简介' },
    { name: '法语', parent_id: '导入', sort: 3 },
    { name: '', sort: 1 },
    { name: '德语', parent_id: '没有这个科目' },
  ];
  const reply = await app.http('POST', '/admin/subjects/import', { as: admin, body: { datas } });
  expect(reply.body).toMatchObject({ success: 2, created: 1, updated: 1 });
  expect(reply.body.errors).toHaveLength(2);
  const french = await app.ctx.db
    .selectFrom('subjects')
    .select(['parent_id', 'level', 'sort'])
    .where('name', '=', '法语')
    .executeTakeFirstOrThrow();
  expect(french).toEqual({ parent_id: top, level: 2, sort: 3 });
});

test('a sheet brings a new subject and those below it in any order, which one undo takes back', async () => {
  const datas = [
    { name: '法语听力', parent_id: '法语入门' },
    { name: '法语入门', parent_id: '小语种' },
    { name: '小语种' },
    { name: '甲圈', parent_id: '乙圈' },
    { name: '乙圈', parent_id: '甲圈' },
  ];
  const preview = await app.http('POST', '/admin/subjects/import-preview', { as: admin, body: { datas } });
  expect(preview.body.rows.map((row: { state: string }) => row.state)).toEqual(['new', 'new', 'new', 'wrong', 'wrong']);
  const reply = await app.http('POST', '/admin/subjects/import', { as: admin, body: { datas } });
  expect(reply.body).toMatchObject({ success: 3, created: 3 });
  expect(reply.body.errors).toMatchObject([{ name: '甲圈' }, { name: '乙圈' }]);
  const levels = await app.ctx.db
    .selectFrom('subjects')
    .select(['name', 'level'])
    .where('name', 'in', ['法语听力', '法语入门', '小语种'])
    .orderBy('level')
    .execute();
  expect(levels).toEqual([
    { name: '小语种', level: 1 },
    { name: '法语入门', level: 2 },
    { name: '法语听力', level: 3 },
  ]);
  const undo = await app.http('POST', `/admin/imports/${reply.body.import_id}/undo`, { as: admin, body: {} });
  expect(undo.body).toMatchObject({ undone: 3, failed: [], left: 0 });
});

describe('undo of an import', () => {
  const bring = (datas: object[]) => app.http('POST', '/admin/subjects/import', { as: admin, body: { datas } });
  const undo = async (importId: number) =>
    (await app.http('POST', `/admin/imports/${importId}/undo`, { as: admin, body: {} })).body;
  const parentOf = async (id: number): Promise<number | null> =>
    (await app.http('GET', `/admin/subjects/${id}`, { as: admin })).body.row.parent_id;

  test('takes a stored subject back before the new one it was moved below', async () => {
    const stored = await add('旧绘画');
    const reply = await bring([{ name: '旧绘画', parent_id: '新艺术' }, { name: '新艺术' }]);
    expect(reply.body).toMatchObject({ created: 1, updated: 1, errors: [] });
    expect(await undo(reply.body.import_id)).toMatchObject({ undone: 2, failed: [], left: 0 });
    expect(await parentOf(stored)).toBeNull();
  });

  test('brings back the order of two subjects that changed places', async () => {
    const upper = await add('换位甲');
    const lower = await add('换位乙', upper);
    const first = await bring([{ name: '换位乙', parent_id: '' }]);
    expect(first.body).toMatchObject({ updated: 1 });
    await undo(first.body.import_id);
    const reply = await bring([
      { name: '换位乙', parent_id: '' },
      { name: '换位甲', parent_id: '换位乙' },
    ]);
    expect(reply.body).toMatchObject({ updated: 2, errors: [] });
    expect(await undo(reply.body.import_id)).toMatchObject({ undone: 2, failed: [], left: 0 });
    expect([await parentOf(upper), await parentOf(lower)]).toEqual([null, upper]);
  });
});

test('a name that several subjects have names none of them', async () => {
  const [one, two] = [await add('重名一'), await add('重名二')];
  await add('重名听力', one);
  const twin = await add('重名听力', two);
  const datas = [{ name: '重名初级', parent_id: '重名听力' }];
  const preview = await app.http('POST', '/admin/subjects/import-preview', { as: admin, body: { datas } });
  expect(preview.body.rows).toMatchObject([
    { state: 'wrong', messages: { parent_id: '有多个“重名听力”，请改名后重试，或填写编号' } },
  ]);
  const reply = await app.http('POST', '/admin/subjects/import', { as: admin, body: { datas } });
  expect(reply.body).toMatchObject({
    created: 0,
    errors: [{ error: '上级科目有多个“重名听力”，请改名后重试，或填写编号' }],
  });
  const byNumber = await app.http('POST', '/admin/subjects/import', {
    as: admin,
    body: { datas: [{ name: '重名初级', parent_id: String(twin) }] },
  });
  expect(byNumber.body).toMatchObject({ created: 1, errors: [] });
});
