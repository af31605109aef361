import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { recordSearch, suggest } from './public.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const add = (body: object) => app.http('POST', '/admin/search-terms', { as: admin, body });
const search = (word: string, results: number) => recordSearch(app.ctx.db, { word, results, now: app.ctx.clock() });

test('a search is counted by its normalized word, and words without results can be filtered', async () => {
  await search(' Python  入门', 0);
  await Promise.all([search('python 入门', 0), search('ＰＹＴＨＯＮ 入门', 0)]);
  await search('口语', 4);
  const { body } = await app.http('GET', '/admin/search-terms/list?where[has_results]=0', { as: admin });
  expect(body.data).toEqual([expect.objectContaining({ word: 'python 入门', count: 3, results: 0 })]);
});

test('suggestions begin with what was typed: pinned first, blocked and fruitless ones never', async () => {
  expect((await add({ word: '绘画启蒙', kind: 2, sort: 2 })).status).toBe(201);
  await add({ word: '绘画进阶', kind: 2, sort: 1 });
  await add({ word: '绘画作弊', kind: 3 });
  await search('绘画作弊', 9);
  for (let times = 0; times < 2; times += 1) await search('绘画工具', 3);
  await search('绘画', 5);
  await search('绘画无果', 0);
  expect(await suggest(app.ctx.db, '绘画')).toEqual([
    { word: '绘画进阶', is_pinned: true },
    { word: '绘画启蒙', is_pinned: true },
    { word: '绘画工具', is_pinned: false },
    { word: '绘画', is_pinned: false },
  ]);
  expect(await suggest(app.ctx.db, '%')).toEqual([]);
  const blocked = await app.ctx.db
    .selectFrom('search_terms')
    .select('count')
    .where('word', '=', '绘画作弊')
    .executeTakeFirstOrThrow();
  expect(blocked.count).toBe(0);
});

test('a word is there once', async () => {
  await add({ word: '书法' });
  const again = await add({ word: ' 书法 ' });
  expect(again.status).toBe(409);
  expect(again.body.errors).toHaveProperty('word');
});
