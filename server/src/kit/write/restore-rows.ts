import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Resource, Row, Write } from '../behaviour.ts';
import { writeLog } from './operation-log.ts';
import { rebuildTree } from './rebuild-tree.ts';

/** The deleted rows that may be restored together: in a tree, none whose parent would stay deleted. */
export async function findRestorable(trx: Db, { definition }: Resource, ids: readonly number[]): Promise<Set<number>> {
  if (!definition.tree) return new Set(ids);
  const table = sql.table(definition.table);
  const { rows } = await sql<{ id: number }>`with recursive ready as (
      select t.id from ${table} t left join ${table} p on p.id = t.parent_id where t.id = any(${ids}::bigint[]) and (t.parent_id is null or p.deleted_at is null)
      union select t.id from ${table} t join ready on ready.id = t.parent_id where t.id = any(${ids}::bigint[])
    ) select id from ready`.execute(trx);
  return new Set(rows.map((row) => row.id));
}

/** Follow-up for restored rows: their place in the tree, what their feature has to fix, the log. */
export async function finishRestore(
  write: Write,
  { definition, behaviour }: Resource,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const { trx, call } = write;
  if (definition.tree) await rebuildTree(trx, definition);
  await behaviour.afterRestore?.(write, rows);
  await sql`delete from trash_failures where resource = ${definition.name} and record_id = any(${rows.map((row) => row.id)}::bigint[])`.execute(
    trx,
  );
  for (const row of rows) {
    await writeLog(trx, call, {
      resource: definition.name,
      action: 'restore',
      record_id: row.id,
      record_title: String(row[definition.title] ?? ''),
    });
  }
}
