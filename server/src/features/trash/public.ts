import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Resource } from '../../kit/behaviour.ts';
import { trashSince } from './find-trash.read.ts';

const rowsAtOnce = 500;

/** Deletes by id from `after` on; answers with the last id met, or null at the end. Rows others still point at stay. */
async function purgePage(ctx: Context, { definition }: Resource, after: number): Promise<number | null> {
  const table = sql.table(definition.table);
  const { rows } = await sql<{ id: number }>`select id from ${table} where deleted_at <= ${trashSince(ctx.clock())} and id > ${after} order by id limit ${rowsAtOnce}`.execute(ctx.db);
  for (const { id } of rows) {
    await sql`delete from ${table} where id = ${id} and deleted_at <= ${trashSince(ctx.clock())}`.execute(ctx.db).catch((error: unknown) => {
      // It may belong to what is kept, such as an order or a ledger.
      ctx.log.debug({ resource: definition.name, id, err: error }, 'a deleted row has to stay');
    });
  }
  return rows.length < rowsAtOnce ? null : (rows.at(-1)?.id ?? null);
}

/** Empties the trash of what has been there for 30 days. */
export async function purgeOldTrash(ctx: Context): Promise<void> {
  for (const resource of ctx.resources.all) {
    if (resource.definition.hard_delete || !resource.definition.only.includes('delete')) continue;
    for (let after: number | null = 0; after !== null;) after = await purgePage(ctx, resource, after);
  }
}
