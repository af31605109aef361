import { sql, type RawBuilder } from 'kysely';
import { DatabaseError } from 'pg';
import { permissionOf } from '@kaike/shared/kit/resource';
import { normalizeInput } from '@kaike/shared/kit/text/normalize-field';
import { hasPermission } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { AdminCall } from '../../core/call.ts';
import { takenColumn } from '../../db/constraint-errors.ts';
import type { Resource, Values } from '../behaviour.ts';
import { findRows } from '../read/load-rows.ts';

type Refused = { call: AdminCall; resource: Resource; body: Values };

type TakenValue = { table: string; column: string; value: string; index: string | undefined };

/**
 * The deleted row that stands in a unique index, which is what finds it; none where the index holds only rows that are not
 * deleted: then another of those refused.
 */
export const trashedRow = ({ table, column, value, index }: TakenValue): RawBuilder<{ id: number }> =>
  sql<{ id: number }>`select id from ${sql.table(table)} where ${sql.ref(column)} = ${value} and deleted_at is not null
    and (select indpred is null from pg_index where indexrelid = to_regclass(${index})) limit 1`;

/** The error to answer where a row was refused because a deleted one, which this person may restore, has the same value; else the error itself. */
export async function nameTrashed({ call, resource, body }: Refused, error: unknown): Promise<unknown> {
  const { definition } = resource;
  // The name of an account is in a table of its own.
  if (!(error instanceof DatabaseError) || error.table !== definition.table) return error;
  const column = takenColumn(error);
  const field = column === null ? undefined : definition.fields[column];
  if (column === null || !field || definition.hard_delete || !definition.only.includes('delete')) return error;
  if (!hasPermission(call.actor, permissionOf(definition, 'delete'))) return error;
  const value = String(normalizeInput(field, body[column]) ?? '');
  const { db } = call.ctx;
  const { rows } = await trashedRow({ table: definition.table, column, value, index: error.constraint }).execute(db);
  const [row] = await findRows(
    { db, actor: call.actor, resource },
    rows.map(({ id }) => id),
    { deleted: true },
  );
  if (!row) return error;
  return new AppError('record.in_trash', {
    field: column,
    trashed: { resource: definition.name, id: row.id },
    cause: error,
  });
}
