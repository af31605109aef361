import { sql } from 'kysely';
import type { ActionRun, ActionResult, Values, Write } from '../behaviour.ts';

/** Writes the same values to several locked rows in one statement, incrementing their versions. */
export async function setColumns(
  { trx, call }: Write,
  table: string,
  change: { ids: readonly number[]; values: Values },
): Promise<void> {
  const sets = Object.entries(change.values).map(([key, value]) => sql`${sql.ref(key)} = ${value}`);
  sets.push(sql`version = version + 1`, sql`updated_at = ${call.ctx.clock()}`, sql`updated_by = ${call.actor.user_id}`);
  await sql`update ${sql.table(table)} set ${sql.join(sets)} where id = any(${change.ids}::bigint[])`.execute(trx);
}

/** An action that only writes its input to every row, such as a remark. */
export function assignInput(table: string, keys: readonly string[]): (run: ActionRun) => Promise<ActionResult> {
  return async ({ trx, call, rows, input }) => {
    const values = Object.fromEntries(keys.map((key) => [key, input[key]]));
    await setColumns({ trx, call }, table, { ids: rows.map((row) => row.id), values });
    return { changed: rows.length, failed: [] };
  };
}
