import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../db/pool.ts';
import { moved, type MergeKind, type MovedReference } from './merge-tables.ts';

/** The two accounts of a merge: the members and their logins. */
export type Pair = {
  target: { member_id: number; user_id: number };
  source: { member_id: number; user_id: number };
};
export type MergeCounts = Partial<Record<MergeKind | 'combined', number>>;

export const sideOf = ({ of }: MovedReference, side: Pair['target']): number =>
  of === 'member' ? side.member_id : side.user_id;

/** Condition on rows `r` of the account that goes, without those the other account has itself. */
function isMoved(reference: MovedReference, { target, source }: Pair): RawBuilder<boolean> {
  const { table, column, key } = reference;
  const same = sql.join(
    [
      sql`o.${sql.ref(column)} = ${sideOf(reference, target)}`,
      ...key.map((one) => sql`o.${sql.ref(one)} = r.${sql.ref(one)}`),
    ],
    sql` and `,
  );
  const isFree = key.length === 0 ? sql`true` : sql`not exists (select 1 from ${sql.table(table)} o where ${same})`;
  return sql`r.${sql.ref(column)} = ${sideOf(reference, source)} and ${isFree}`;
}

/** How many rows of each kind a merge would move. */
export async function countMoves(db: Db, pair: Pair): Promise<MergeCounts> {
  const counts: MergeCounts = {};
  for (const reference of moved) {
    if (reference.kind === null) continue;
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.table(reference.table)} r where ${isMoved(reference, pair)}`.execute(
      db,
    );
    counts[reference.kind] = rows[0]?.count ?? 0;
  }
  return counts;
}

/** Moves every reference and records the ids of the rows. */
export async function moveReferences(trx: Db, mergeId: number, pair: Pair): Promise<MergeCounts> {
  const counts: MergeCounts = {};
  for (const reference of moved) {
    const { table, column, id, kind } = reference;
    const { rows } = await sql<{ count: number }>`with rows as (
        update ${sql.table(table)} r set ${sql.ref(column)} = ${sideOf(reference, pair.target)} where ${isMoved(reference, pair)} returning r.${sql.ref(id)} as id
      ) insert into member_merge_moves (merge_id, table_name, column_name, ids)
      select ${mergeId}::bigint, ${table}::text, ${column}::text, array_agg(id order by id) from rows having count(*) > 0 returning cardinality(ids) as count`.execute(
      trx,
    );
    if (kind !== null) counts[kind] = rows[0]?.count ?? 0;
  }
  return counts;
}
