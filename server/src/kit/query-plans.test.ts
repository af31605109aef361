import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kinds } from '@kaike/shared/kit/kinds';
import { resources } from '@kaike/shared/resources/index';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { bigTables, fillBigTables } from '../../test/big-tables.ts';
import type { AdminActor } from '../http/actor.ts';
import { readListQuery } from './list-query.ts';
import { listStatements } from './read-rows.ts';

// Every list whose table grows with the school, with every filter under every sort it offers: none may read a whole big table.

let app: TestApp;
/** A cluster whose character type is C takes only ASCII for letters: Chinese has no trigrams there, and no index helps. */
let knowsChinese = false;

beforeAll(async () => {
  app = await startTestApp();
  await fillBigTables(app.ctx.db);
  const { rows } = await sql<{ count: number }>`select cardinality(show_trgm('张三丰')) as count`.execute(app.ctx.db);
  knowsChinese = (rows[0]?.count ?? 0) > 0;
}, 120_000);
afterAll(async () => app.close());

const superAdmin: AdminActor = {
  user_id: 1, session_id: 1, name: '', language: null, must_change_password: false, member: null,
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

const scansIn = (plan: Plan): Plan[] => partsOf(plan).filter((part) => part['Node Type'] === 'Seq Scan' && bigTables.includes(part['Relation Name'] ?? ''));

/** Values people filter by: a common one, a rare one and one nobody has. */
async function queriesOf(definition: ResourceDefinition, key: string): Promise<string[]> {
  const field = definition.fields[key];
  if (!field) throw new Error(`${key} is not a field`);
  const way = kinds[field.kind].filter;
  if (way === 'range') {
    const isTime = field.kind === 'date' || field.kind === 'date_time';
    const [from, to] = isTime ? ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'] : ['95', '96'];
    return [`where[${key}][0]=${from}&where[${key}][1]=${to}`, `where[${key}][0]=${isTime ? '2031-01-01T00:00:00Z' : '2000000000'}`];
  }
  if (field.kind === 'boolean') return [`where[${key}]=true`, `where[${key}]=false`];
  if (field.choices) return field.choices.map((choice) => `where[${key}]=${choice.value}`);
  if (way === 'contains') return field.kind === 'tags' ? [`where[${key}]=标签7`, `where[${key}]=没有`] : [`where[${key}]=7`, `where[${key}]=999999`];
  return way === 'part' ? [`where[${key}]=1234`, `where[${key}]=zzzzz`] : [`where[${key}]=7`, `where[${key}]=99999999`];
}

const big = resources.filter((resource) => bigTables.includes(resource.table));

describe.each(big.map((resource) => [resource.name, resource] as const))('%s', (_name, definition) => {
  it('reads no big table from end to end, whatever is filtered and sorted', async () => {
    const filters = (await Promise.all((definition.list.filters ?? []).map((key) => queriesOf(definition, key)))).flat();
    const search = definition.list.search ?? [];
    const words = ['1234', ...(knowsChinese ? ['张三丰'] : [])];
    const keywords = search.length > 0 ? words.flatMap((word) => ['', ...search.map((key) => `&where[_key]=${key}`)].map((field) => `where[_keyword]=${word}${field}`)) : [];
    const sorts = ['', ...['id', ...(definition.list.sort ?? [])].flatMap((key) => [`order[${key}]=asc`, `order[${key}]=desc`])];
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

it('looks at the lists that grow', () => {
  expect(big.map((resource) => resource.name)).toEqual(expect.arrayContaining(['members', 'cards', 'learning-records', 'logs']));
});

it('would notice a list without an index', async () => {
  const plan = await planOf(sql`select r.id from members r where r.school = '没有这所学校' order by r.id limit 20`);
  expect(scansIn(plan).length + partsOf(plan).filter((part) => part['Node Type'] === 'Index Scan').length).toBeGreaterThan(0);
  expect(scansIn(await planOf(sql`select 1 from members r where r.school = '没有这所学校'`))).toHaveLength(1);
});
