import { sql, type RawBuilder } from 'kysely';
import type { AdminCall } from '../../core/call.ts';
import { rowScope } from '../access.ts';
import type { Resource, Row } from '../behaviour.ts';
import { nameCondition } from './conditions.ts';
import { addLabels } from './labels.ts';
import { maximumKeyword } from './list-query.ts';
import { findRows, fromOf, maskRows } from './load-rows.ts';

/** Rows of one parent, and rows that a keyword finds; nobody reads more at once. */
const maximumRows = 500;
const maximumHits = 100;

/** `is_cut`: there are more than are read. */
type TreeBranch = { id: number; has_children: boolean; is_cut: boolean };

/** The rows a parent has, in the order of the tree; those of 0 have no parent this person sees. */
function childrenOf(scope: RawBuilder<boolean>, resource: Resource, parent: number): RawBuilder<TreeBranch> {
  const from = fromOf(resource);
  const isChild =
    parent === 0
      ? sql`not exists (select 1 from (select r.id from ${from} r where ${scope}) p where p.id = r.parent_id)`
      : sql`r.parent_id = ${parent}`;
  return sql<TreeBranch>`select c.* from (
      select r.id, r.lft, r.rgt > r.lft + 1 as has_children, count(*) over () > ${maximumRows} as is_cut from (
        select r.id, r.lft, r.rgt from ${from} r where ${scope} and ${isChild} order by r.lft, r.id limit ${maximumRows + 1}) r) c
    order by c.lft, c.id limit ${maximumRows}`;
}

/** What the keyword finds, with the rows above each. */
function pathsTo(scope: RawBuilder<boolean>, resource: Resource, keyword: string): RawBuilder<TreeBranch> {
  const from = fromOf(resource);
  return sql<TreeBranch>`with hits as materialized (
      select r.lft, r.rgt from ${from} r where ${scope} and ${nameCondition(resource, scope, keyword)} order by r.lft limit ${maximumHits + 1})
    select r.id, r.rgt > r.lft + 1 as has_children, (select count(*) > ${maximumHits} from hits) as is_cut from ${from} r
    where ${scope} and exists (select 1 from hits h where r.lft <= h.lft and r.rgt >= h.rgt) order by r.lft, r.id`;
}

/** The rows of a tree: the children of a row, or what a keyword finds with the path to each. */
export async function listTree(call: AdminCall, resource: Resource): Promise<unknown> {
  const { actor, ctx, raw_query: raw } = call;
  const keyword = String(raw['keyword'] ?? '')
    .trim()
    .slice(0, maximumKeyword);
  const parent = Number(raw['parent'] ?? 0);
  const scope = rowScope(actor, resource);
  const places =
    keyword === ''
      ? childrenOf(scope, resource, Number.isSafeInteger(parent) ? parent : 0)
      : pathsTo(scope, resource, keyword);
  const { rows: ordered } = await places.execute(ctx.db);
  const reading = { db: ctx.db, actor, resource };
  const rows = await findRows(
    reading,
    ordered.map(({ id }) => id),
  );
  await addLabels(reading, rows);
  await resource.behaviour.present?.words(call, rows);
  const byId = new Map(maskRows(resource, rows).map((row): [number, Row] => [row.id, row]));
  return {
    data: ordered.flatMap(({ id }) => byId.get(id) ?? []),
    with_children: ordered.filter((place) => place.has_children).map(({ id }) => id),
    /** The list as a table has the rest. */
    is_cut: ordered.some((place) => place.is_cut),
  };
}
