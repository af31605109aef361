import { sql } from 'kysely';
import { buildNestedSet } from '@kaike/shared/domain/nested-set';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { lockUntilCommit } from '../../db/hidden-names.ts';
import type { Db } from '../../db/pool.ts';
import { assert } from '../../core/app-error.ts';

type Node = { id: number; parent_id: number | null; sort: number };

/** Fields that say where a row of a tree stands. */
export const positionFields = ['parent_id', 'sort'] as const;

/** Recomputes `lft`, `rgt` and `level` of a whole tree, siblings by `sort` where the rows have it. Trees are small and rarely change; writers take turns. */
export async function rebuildTree(
  trx: Db,
  { table, fields }: Pick<ResourceDefinition, 'table' | 'fields'>,
): Promise<void> {
  await lockUntilCommit(trx, `tree:${table}`);
  const { rows } =
    await sql<Node>`select id, parent_id, ${'sort' in fields ? sql`sort` : sql`0 as sort`} from ${sql.table(table)} where deleted_at is null order by id`.execute(
      trx,
    );
  const ids = new Set(rows.map((row) => row.id));
  const built = buildNestedSet(
    rows.map((row) => ({ ...row, parent_id: row.parent_id !== null && ids.has(row.parent_id) ? row.parent_id : null })),
  );
  assert(built.length === rows.length, 'record.state');
  // Other writers of several nodes lock them in this order, too.
  await sql`select t.id from ${sql.table(table)} t join unnest(${built.map((n) => n.id)}::bigint[], ${built.map((n) => n.lft)}::int[], ${built.map((n) => n.rgt)}::int[]) as n(id, lft, rgt) using (id)
    where (t.lft, t.rgt) is distinct from (n.lft, n.rgt) order by t.id for no key update of t`.execute(trx);
  await sql`update ${sql.table(table)} t set lft = n.lft, rgt = n.rgt, level = n.level
    from unnest(${built.map((n) => n.id)}::bigint[], ${built.map((n) => n.lft)}::int[], ${built.map((n) => n.rgt)}::int[], ${built.map((n) => n.level)}::int[])
      as n(id, lft, rgt, level)
    where t.id = n.id and (t.lft, t.rgt, t.level) is distinct from (n.lft, n.rgt, n.level)`.execute(trx);
}
