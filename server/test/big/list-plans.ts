import { sql, type RawBuilder } from 'kysely';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { resources } from '@kaike/shared/resources/index';
import type { Db } from '../../src/db/pool.ts';
import type { AdminActor } from '../../src/core/actor.ts';
import { noClosedEntries } from '../../src/core/sessions/closed-entries.ts';
import { parseListQuery } from '../../src/kit/read/list-query.ts';
import { listStatements } from '../../src/kit/read/load-rows.ts';
import type { TestApp } from '../app.ts';
import { bigTables } from './big-tables.ts';
import { filterQueries, keywordQueries, sortQueries } from './list-queries.ts';

export type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Plan Rows': number;
  Plans?: Plan[];
};

export const superAdmin: AdminActor = {
  user_id: 1,
  session_id: 1,
  name: '',
  language: null,
  must_change_password: false,
  second_factor: null,
  member: null,
  admin: { id: 1, is_super: true, roles: [], permissions: new Set(), agency: null, closed: noClosedEntries },
};
export const agent: AdminActor = {
  ...superAdmin,
  admin: { ...superAdmin.admin, is_super: false, agency: { id: 7, lft: 13, rgt: 14 } },
};

/** Resources whose table grows with the school. */
export const growing = resources.filter((resource) => bigTables.includes(resource.table));

export const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)];

/** The limit of the bounded count; a scan expected to reach it early stops early. */
const countBound = 10_001;

/** The plan of a statement; with `index_only` one that scans a table only where no index is usable. */
export async function planOf(db: Db, statement: RawBuilder<unknown>, { index_only = false } = {}): Promise<Plan> {
  const plan = await db.transaction().execute(async (trx) => {
    if (index_only) await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (format json) ${statement}`.execute(trx);
    return rows[0]?.['QUERY PLAN'][0].Plan;
  });
  if (!plan) throw new Error('no plan');
  return plan;
}

const isBigScan = (plan: Plan): boolean =>
  plan['Node Type'] === 'Seq Scan' && bigTables.includes(plan['Relation Name'] ?? '');

/** Full scans of big tables. A scan under a limit that expects many more rows, such as of a common first letter, stops early and does not count. */
export function scansIn(plan: Plan): Plan[] {
  const below = (plan.Plans ?? []).filter(
    (part) => !(plan['Node Type'] === 'Limit' && isBigScan(part) && part['Plan Rows'] > 2 * plan['Plan Rows']),
  );
  return [...(isBigScan(plan) ? [plan] : []), ...below.flatMap(scansIn)];
}

/** Whether Chinese text has trigrams: with character type C only ASCII counts as letters, and no index helps. */
export async function knowsChinese(db: Db): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select cardinality(show_trgm('张三丰')) as count`.execute(db);
  return (rows[0]?.count ?? 0) > 0;
}

type Search = {
  chinese: boolean;
  /** With few rows, and a planner that uses an index wherever possible: each filter and each sort once. */ is_small: boolean;
};

/** Queries of a list: each filter, view and keyword with each sort, or each of them alone. */
function queriesOf(definition: ResourceDefinition, { chinese, is_small }: Search): { filter: string; sort: string }[] {
  const filters = (definition.list.filters ?? []).flatMap((key) => filterQueries(definition, key));
  const views = (definition.list.views ?? []).map(({ key }) => `where[_view]=${key}`);
  const keywords = keywordQueries(definition, { chinese, words_only: is_small });
  const sorts = sortQueries(definition);
  const alone = ['', ...filters, ...views, ...keywords].map((filter) => ({ filter, sort: '' }));
  return is_small
    ? [...alone, ...sorts.map((sort) => ({ filter: '', sort }))]
    : alone.flatMap(({ filter }) => sorts.map((sort) => ({ filter, sort })));
}

/** The queries of a list that scan a big table completely. */
export async function findScans({ ctx }: TestApp, definition: ResourceDefinition, search: Search): Promise<string[]> {
  const resource = ctx.resources.get(definition.name);
  const plan = (statement: RawBuilder<unknown>) => planOf(ctx.db, statement, { index_only: search.is_small });
  const faults: string[] = [];
  for (const actor of definition.scope ? [superAdmin, agent] : [superAdmin]) {
    for (const { filter, sort } of queriesOf(definition, search)) {
      const text = [filter, sort].filter(Boolean).join('&');
      const { page, counted } = listStatements(
        { actor, resource },
        parseListQuery(definition, Object.fromEntries(new URLSearchParams(text))),
      );
      const name = `${actor === agent ? 'agency: ' : ''}${text || 'as it opens'}`;
      if (scansIn(await plan(page)).length > 0) faults.push(`rows of ${name}`);
      // Without a filter, few rows are counted by a full scan.
      const isCounted = sort === '' && !(search.is_small && filter === '');
      if (isCounted && scansIn(await plan(counted)).some((scan) => scan['Plan Rows'] < countBound))
        faults.push(`count of ${name}`);
    }
  }
  return faults;
}
