import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { fillBigTables } from '../../../test/big/big-tables.ts';
import {
  agent,
  findScans,
  growing,
  knowsChinese,
  partsOf,
  planOf,
  scansIn,
  superAdmin,
} from '../../../test/big/list-plans.ts';
import { isCommonKeyword } from './conditions.ts';
import { parseListQuery } from './list-query.ts';
import { listRows, listStatements } from './load-rows.ts';

// Every list whose table grows with the school, with as many rows as we promise to support, with every filter and sort it offers: none may read a whole big table.

let app: TestApp;
let chinese = false;

beforeAll(async () => {
  app = await startTestApp();
  await fillBigTables(app.ctx.db);
  chinese = await knowsChinese(app.ctx.db);
}, 900_000);
afterAll(async () => app.close());

describe.each(growing.map((resource) => [resource.name, resource] as const))('%s', (_name, definition) => {
  it('reads no big table whole, for any filter and sort', async () => {
    expect(await findScans(app, definition, { chinese, is_small: false })).toEqual([]);
  });
});

it('finds one or two letters at the beginning of a text and anywhere in the newest rows, with an inexact total', async () => {
  const { db, resources: registry } = app.ctx;
  for (const [name, place] of [
    ['么一', 'min(id)'],
    ['二么', 'min(id) + 1'],
    ['三么', 'max(id)'],
  ] as const) {
    await sql`update members set real_name = ${name} where id = (select ${sql.raw(place)} from members)`.execute(db);
  }
  const resource = registry.get('members');
  const list = (keyword: string) =>
    listRows(
      { db, actor: superAdmin, resource },
      parseListQuery(resource.definition, { 'where[_keyword]': keyword, 'where[_key]': 'real_name' }),
    );
  const short = await list('么');
  expect([short.data.map((row) => row['real_name']), short.total, short.total_exact]).toEqual([
    ['三么', '么一'],
    2,
    false,
  ]);
  expect(await list('没有谁')).toMatchObject({ data: [], total: 0, total_exact: true });
});

it('finds a keyword that every card contains in list order, without collecting them all', async () => {
  const { db, resources: registry } = app.ctx;
  const resource = registry.get('cards');
  const read = (keyword: string) =>
    parseListQuery(resource.definition, { 'where[_keyword]': keyword, 'order[id]': 'asc' });
  const isCommon = (keyword: string) => isCommonKeyword(db, { resource, query: read(keyword) });
  expect([await isCommon('KK0000'), await isCommon('000012345'), await isCommon('没有这张卡')]).toEqual([
    true,
    false,
    false,
  ]);
  const { page } = listStatements({ actor: superAdmin, resource, is_common: true }, read('KK0000'));
  expect(partsOf(await planOf(app.ctx.db, page)).map((part) => part['Node Type'])).toEqual(['Limit', 'Index Scan']);
  const ids = async (is_common: boolean) =>
    (await listStatements({ actor: agent, resource, is_common }, read('KK0000')).page.execute(db)).rows.map(
      (row) => row['id'],
    );
  expect(await ids(true)).toEqual(await ids(false));
});

it.each([
  [
    'a week at the other end',
    'where[redeem_end_at][0]=2026-03-01T00:00:00Z&where[redeem_end_at][1]=2026-03-08T00:00:00Z',
    ">= '2026-03-01Z' and redeem_end_at <= '2026-03-08Z'",
  ],
  ['a range that most cards lie in', 'where[redeem_end_at][0]=2020-01-01T00:00:00Z', ">= '2020-01-01Z'"],
] as const)('lists %s in the requested order, page by page', async (_name, filter, condition) => {
  const resource = app.ctx.resources.get('cards');
  for (const [direction, page] of [
    ['asc', 1],
    ['desc', 1],
    ['desc', 3],
  ] as const) {
    const query = parseListQuery(
      resource.definition,
      Object.fromEntries(new URLSearchParams(`${filter}&order[id]=${direction}&page=${page}&per_page=5`)),
    );
    const { rows } = await listStatements({ actor: superAdmin, resource }, query).page.execute(app.ctx.db);
    const expected = await sql<{
      id: number;
    }>`select id from cards where redeem_end_at ${sql.raw(condition)} order by id ${sql.raw(direction)} limit 5 offset ${(page - 1) * 5}`.execute(
      app.ctx.db,
    );
    expect(expected.rows).toHaveLength(5);
    expect(
      rows.map((row) => row['id']),
      `${direction} ${page}`,
    ).toEqual(expected.rows.map((row) => row.id));
  }
});

it('covers the lists that grow', () => {
  expect(growing.map((resource) => resource.name)).toEqual(
    expect.arrayContaining(['members', 'cards', 'learning-records', 'logs']),
  );
});

it('detects a list without an index', async () => {
  const plan = await planOf(
    app.ctx.db,
    sql`select r.id from members r where r.school = '没有这所学校' order by r.id limit 20`,
  );
  expect(
    scansIn(plan).length + partsOf(plan).filter((part) => part['Node Type'] === 'Index Scan').length,
  ).toBeGreaterThan(0);
  expect(scansIn(await planOf(app.ctx.db, sql`select 1 from members r where r.school = '没有这所学校'`))).toHaveLength(
    1,
  );
});
