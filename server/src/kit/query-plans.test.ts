import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '@kaike/shared/resources/index';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { bigTables, fillBigTables } from '../../test/big-tables.ts';
import { filterQueries, keywordQueries, sortQueries } from '../../test/list-queries.ts';
import type { AdminActor } from '../http/actor.ts';
import { isCommonKeyword } from './conditions.ts';
import { readListQuery } from './list-query.ts';
import { listRows, listStatements } from './read-rows.ts';

// Every list whose table grows with the school, filled with as many rows as are promised, with every filter under every sort it offers: none may read a whole big table.

let app: TestApp;
/** A cluster whose character type is C takes only ASCII for letters: Chinese has no trigrams there, and no index helps. */
let knowsChinese = false;

beforeAll(async () => {
  app = await startTestApp();
  await fillBigTables(app.ctx.db);
  const { rows } = await sql<{ count: number }>`select cardinality(show_trgm('张三丰')) as count`.execute(app.ctx.db);
  knowsChinese = (rows[0]?.count ?? 0) > 0;
}, 900_000);
afterAll(async () => app.close());

const superAdmin: AdminActor = {
  user_id: 1, session_id: 1, name: '', language: null, must_change_password: false, second_factor: null, member: null,
  admin: { id: 1, is_super: true, roles: [], permissions: new Set(), agency: null },
};
const agent: AdminActor = { ...superAdmin, admin: { ...superAdmin.admin, is_super: false, agency: { id: 7, lft: 13, rgt: 14 } } };

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Plan Rows': number; Plans?: Plan[] };

const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)];

/** Rows the bounded count looks for; a scan that is expected to find them early stops early. */
const countBound = 10_001;

async function planOf(statement: RawBuilder<unknown>): Promise<Plan> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (format json) ${statement}`.execute(app.ctx.db);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('no plan');
  return plan;
}

const isBigScan = (plan: Plan): boolean => plan['Node Type'] === 'Seq Scan' && bigTables.includes(plan['Relation Name'] ?? '');

/** Big tables read from end to end. A scan of which only the first of many rows are taken, as of a letter with which half of them begin, stops early. */
function scansIn(plan: Plan): Plan[] {
  const below = (plan.Plans ?? []).filter((part) => !(plan['Node Type'] === 'Limit' && isBigScan(part) && part['Plan Rows'] > 2 * plan['Plan Rows']));
  return [...(isBigScan(plan) ? [plan] : []), ...below.flatMap(scansIn)];
}

const big = resources.filter((resource) => bigTables.includes(resource.table));

describe.each(big.map((resource) => [resource.name, resource] as const))('%s', (_name, definition) => {
  it('reads no big table from end to end, whatever is filtered and sorted', async () => {
    const filters = (definition.list.filters ?? []).flatMap((key) => filterQueries(definition, key));
    const keywords = keywordQueries(definition, { chinese: knowsChinese });
    const sorts = sortQueries(definition);
    const resource = app.ctx.resources.get(definition.name);
    const faults: string[] = [];
    for (const actor of definition.scope ? [superAdmin, agent] : [superAdmin]) {
      for (const filter of ['', ...filters, ...keywords]) {
        for (const sort of sorts) {
          const text = [filter, sort].filter(Boolean).join('&');
          const { page, counted } = listStatements({ actor, resource }, readListQuery(definition, Object.fromEntries(new URLSearchParams(text))));
          const name = `${actor === agent ? 'agency: ' : ''}${text || 'as it opens'}`;
          if (scansIn(await planOf(page)).length > 0) faults.push(`rows of ${name}`);
          if (sort === '' && scansIn(await planOf(counted)).some((scan) => scan['Plan Rows'] < countBound)) faults.push(`count of ${name}`);
        }
      }
    }
    expect(faults).toEqual([]);
  }, 60_000);
});

it('finds one or two letters where a text begins and anywhere in the newest rows, and says that the total is not exact', async () => {
  const { db, resources: registry } = app.ctx;
  for (const [name, place] of [['么一', 'min(id)'], ['二么', 'min(id) + 1'], ['三么', 'max(id)']] as const) {
    await sql`update members set real_name = ${name} where id = (select ${sql.raw(place)} from members)`.execute(db);
  }
  const resource = registry.get('members');
  const list = (keyword: string) => listRows({ db, actor: superAdmin, resource }, readListQuery(resource.definition, { 'where[_keyword]': keyword, 'where[_key]': 'real_name' }));
  const short = await list('么');
  expect([short.data.map((row) => row['real_name']), short.total, short.total_exact]).toEqual([['三么', '么一'], 2, false]);
  expect(await list('没有谁')).toMatchObject({ data: [], total: 0, total_exact: true });
});

it('finds a keyword that every card holds along the order of the list, without collecting them all', async () => {
  const { db, resources: registry } = app.ctx;
  const resource = registry.get('cards');
  const read = (keyword: string) => readListQuery(resource.definition, { 'where[_keyword]': keyword, 'order[id]': 'asc' });
  const isCommon = (keyword: string) => isCommonKeyword(db, { resource, query: read(keyword) });
  expect([await isCommon('KK0000'), await isCommon('000012345'), await isCommon('没有这张卡')]).toEqual([true, false, false]);
  const { page } = listStatements({ actor: superAdmin, resource, is_common: true }, read('KK0000'));
  expect(partsOf(await planOf(page)).map((part) => part['Node Type'])).toEqual(['Limit', 'Index Scan']);
  const ids = async (is_common: boolean) => (await listStatements({ actor: agent, resource, is_common }, read('KK0000')).page.execute(db)).rows.map((row) => row['id']);
  expect(await ids(true)).toEqual(await ids(false));
});

it.each([
  ['a week at the other end', 'where[redeem_end_at][0]=2026-03-01T00:00:00Z&where[redeem_end_at][1]=2026-03-08T00:00:00Z', '>= \'2026-03-01Z\' and redeem_end_at < \'2026-03-09Z\''],
  ['a range that most cards lie in', 'where[redeem_end_at][0]=2020-01-01T00:00:00Z', '>= \'2020-01-01Z\''],
] as const)('lists %s in the order asked for, page by page', async (_name, filter, condition) => {
  const resource = app.ctx.resources.get('cards');
  for (const [direction, page] of [['asc', 1], ['desc', 1], ['desc', 3]] as const) {
    const query = readListQuery(resource.definition, Object.fromEntries(new URLSearchParams(`${filter}&order[id]=${direction}&page=${page}&per_page=5`)));
    const { rows } = await listStatements({ actor: superAdmin, resource }, query).page.execute(app.ctx.db);
    const expected = await sql<{ id: number }>`select id from cards where redeem_end_at ${sql.raw(condition)} order by id ${sql.raw(direction)} limit 5 offset ${(page - 1) * 5}`.execute(app.ctx.db);
    expect(expected.rows).toHaveLength(5);
    expect(rows.map((row) => row['id']), `${direction} ${page}`).toEqual(expected.rows.map((row) => row.id));
  }
});

it('looks at the lists that grow', () => {
  expect(big.map((resource) => resource.name)).toEqual(expect.arrayContaining(['members', 'cards', 'learning-records', 'logs']));
});

it('would notice a list without an index', async () => {
  const plan = await planOf(sql`select r.id from members r where r.school = '没有这所学校' order by r.id limit 20`);
  expect(scansIn(plan).length + partsOf(plan).filter((part) => part['Node Type'] === 'Index Scan').length).toBeGreaterThan(0);
  expect(scansIn(await planOf(sql`select 1 from members r where r.school = '没有这所学校'`))).toHaveLength(1);
});
