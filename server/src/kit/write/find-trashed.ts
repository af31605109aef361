import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { permissionOf } from '@kaike/shared/kit/resource';
import { normalizeInput } from '@kaike/shared/kit/text/normalize-field';
import { mayDo } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { AdminCall } from '../../core/call.ts';
import { takenColumn } from '../../db/constraint-errors.ts';
import type { Resource, Values } from '../behaviour.ts';
import { findRows } from '../read/read-rows.ts';

type Refused = { call: AdminCall; resource: Resource; body: Values };

/** The error to answer where a row was refused because a deleted one, which this person may restore, has the same value; else the error itself. */
export async function nameTrashed({ call, resource, body }: Refused, error: unknown): Promise<unknown> {
  const { definition } = resource;
  const column = error instanceof DatabaseError ? takenColumn(error) : null;
  const field = column === null ? undefined : definition.fields[column];
  if (column === null || !field || definition.hard_delete || !definition.only.includes('delete')) return error;
  if (!mayDo(call.actor, permissionOf(definition, 'delete'))) return error;
  const value = String(normalizeInput(field, body[column]) ?? '');
  const { db } = call.ctx;
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(definition.table)}
    where lower(${sql.ref(column)}::text) = lower(${value}) and deleted_at is not null limit 1`.execute(db);
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
