import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { listLiveColumns } from './public.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const add = (body: object) =>
  app.http('POST', '/admin/columns', { as: admin, body: { position: 'article', type: 'link', items: [], ...body } });
const hours = (count: number): string => new Date(app.ctx.clock().getTime() + count * 3_600_000).toISOString();

test('a position shows what is on and in its time, in order', async () => {
  const added = [
    await add({ title: '后', sort: 2 }),
    await add({ title: '先', sort: 1 }),
    await add({ title: '未开始', start_at: hours(1) }),
    await add({ title: '已结束', end_at: hours(-1) }),
    await add({ title: '停用' }),
  ];
  expect(added.map((reply) => reply.status)).toEqual([201, 201, 201, 201, 201]);
  const off = await app.http('PUT', '/admin/columns/change-status', {
    as: admin,
    body: { ids: [added[4]?.body.id], status: 0 },
  });
  expect(off.body.changed).toBe(1);
  const live = await listLiveColumns(app.ctx.db, { position: 'article', now: app.ctx.clock() });
  expect(live.map((column) => column.title)).toEqual(['先', '后']);
});

test('a column does not end before it starts', async () => {
  expect((await add({ title: '反了', start_at: hours(2), end_at: hours(1) })).body.code).toBe(
    'column.ends_before_start',
  );
});

test('items that a page could not show are refused, with the place of the first wrong one', async () => {
  const good = {
    title: '春季招生',
    text: '',
    image: '/uploads/a.webp',
    url: '/open/courses',
    badge: '新',
    course_id: null,
  };
  expect((await add({ title: '好', items: [good, { course_id: 7 }] })).status).toBe(201);
  for (const wrong of [
    { ...good, url: 'javascript:alert(1)' },
    { ...good, image: '//elsewhere/a.png' },
    { ...good, more: 1 },
    { ...good, course_id: '7' },
    { badge: '新' },
    'text',
    null,
  ]) {
    const { status, body } = await add({ title: '坏', items: [good, wrong] });
    expect([status, body.code]).toEqual([422, 'column.items']);
    expect(JSON.stringify(body.errors.items)).toContain('2');
  }
  expect((await add({ title: '坏', items: { title: '一项' } })).body.code).toBe('column.items');
  expect((await add({ title: '坏', items: Array.from({ length: 51 }, () => good) })).body.code).toBe('column.items');
});

test('a column has a code of its own and may have a parent, never itself', async () => {
  const make = (body: object) =>
    app.http('POST', '/admin/columns', { as: admin, body: { title: '专栏', position: 'home', type: 'list', ...body } });
  const top = (await make({ code: 'home-top' })).body.id;
  expect((await make({ code: 'home-top' })).status).toBe(409);
  const below = (await make({ code: 'home-below', parent_id: top })).body.id;
  expect(
    (await app.http('GET', '/admin/columns/list', { as: admin, query: { 'where[parent_id]': top } })).body.data,
  ).toMatchObject([{ id: below, code: 'home-below', labels: { parent_id: '专栏' } }]);
  const move = (parentId: number) =>
    app.http('PUT', `/admin/columns/${top}`, { as: admin, body: { parent_id: parentId, version: 1 } });
  for (const wrong of [top, below, 999_999])
    expect((await move(wrong)).body.errors, String(wrong)).toHaveProperty('parent_id');
  const remove = (ids: number[]) => app.http('DELETE', '/admin/columns', { as: admin, body: { ids } });
  expect((await remove([top])).body.code).toBe('record.in_use');
  expect((await remove([top, below])).body.deleted).toBe(2);
});
