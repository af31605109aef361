import { sql } from 'kysely';
import { kinds } from '@kaike/shared/kit/kinds';
import { assert } from '../../core/app-error.ts';
import type { Resource, Values, Write } from '../behaviour.ts';
import { visibleIds } from '../read/load-rows.ts';
import { rebuildTree } from './rebuild-tree.ts';

/** Inserts validated rows in one statement and checks that all of them are inside the writer's scope. */
export async function insertMany(write: Write, resource: Resource, rows: readonly Values[]): Promise<number[]> {
  const { definition } = resource;
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cast = (key: string) => {
    const field = definition.fields[key];
    const isText = field?.kind === 'choice' && typeof field.choices?.[0]?.value === 'string';
    return sql.raw(field ? (isText ? 'text' : kinds[field.kind].column) : 'text');
  };
  const records = rows.map((row) =>
    Object.fromEntries(keys.map((key) => [key, row[key] ?? definition.fields[key]?.initial ?? null])),
  );
  const columns = sql.join(keys.map((key) => sql`${sql.ref(key)} ${cast(key)}`));
  const names = sql.join(keys.map((key) => sql.ref(key)));
  const { user_id: user } = write.call.actor;
  const author = definition.hard_delete ? sql`` : sql`, created_by, updated_by`;
  const authored = definition.hard_delete ? sql`` : sql`, ${user}::bigint, ${user}::bigint`;
  const { rows: inserted } = await sql<{ id: number }>`insert into ${sql.table(definition.table)} (${names}${author})
    select ${names}${authored} from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as x(${columns}) returning id`.execute(
    write.trx,
  );
  if (definition.tree) await rebuildTree(write.trx, definition);
  const ids = inserted.map((row) => row.id);
  const visible = await visibleIds({ db: write.trx, actor: write.call.actor, resource }, ids);
  assert(visible.size === ids.length, 'access.denied');
  return ids;
}
