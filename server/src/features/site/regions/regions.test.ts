import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { seedAreas } from './public.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  await app.ctx.db.transaction().execute((trx) => seedAreas(trx));
});
afterAll(async () => app.close());

const list = (query: string) => app.http('GET', `/admin/areas/list?${query}`, { as: admin });

test('the country is seeded down to the counties, once, as a valid nested set', async () => {
  expect(await app.ctx.db.transaction().execute((trx) => seedAreas(trx))).toBe(0);
  const {
    rows: [facts],
  } = await sql<{
    total: number;
    provinces: number;
    borders: number;
    widest: number;
    astray: number;
  }>`select count(*)::int as total,
    count(*) filter (where level = 1)::int as provinces, (select count(distinct b)::int from (select lft as b from areas union all select rgt from areas) x) as borders, max(rgt) as widest,
    (select count(*)::int from areas c join areas p on p.id = c.parent_id where not (c.lft > p.lft and c.rgt < p.rgt and c.level = p.level + 1)) as astray from areas`.execute(
    app.ctx.db,
  );
  expect(facts?.total).toBeGreaterThan(3000);
  expect(facts).toMatchObject({
    provinces: 34,
    borders: (facts?.total ?? 0) * 2,
    widest: (facts?.total ?? 0) * 2,
    astray: 0,
  });
});

test('an area is found by its name, by pinyin and initials, and by the area that contains it', async () => {
  const names = async (query: string): Promise<string[]> =>
    (await list(query)).body.data.map((row: { name: string }) => row.name);
  expect(await names(`where[_keyword]=${encodeURIComponent('西湖区')}`)).toContain('西湖区');
  expect(await names('where[_keyword]=chongqing&where[level]=1')).toEqual(['重庆市']);
  expect(await names('where[_keyword]=hzs&where[level]=2')).toContain('杭州市');
  const [hangzhou] = (await list('where[_keyword]=330100')).body.data;
  expect(await names(`where[parent_id]=${hangzhou.id}&per_page=50`)).toContain('西湖区');
});

test('an area can be commented and disabled, and nothing else', async () => {
  const [row] = (await list('where[_keyword]=110101')).body.data;
  expect(
    (await app.http('PUT', '/admin/areas/remark', { as: admin, body: { ids: [row.id], remark: '校区所在' } })).body
      .changed,
  ).toBe(1);
  expect(
    (await app.http('PUT', '/admin/areas/change-status', { as: admin, body: { ids: [row.id], status: 0 } })).body
      .changed,
  ).toBe(1);
  expect((await app.http('PUT', `/admin/areas/${row.id}`, { as: admin, body: { name: '别处' } })).status).toBe(404);
});
