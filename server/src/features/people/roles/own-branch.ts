import { sql } from 'kysely';
import type { roles } from '@kaike/shared/resources/people/roles';
import type { Db } from '../../../db/pool.ts';
import { AppError, assert } from '../../../core/app-error.ts';
import type { AdminCall } from '../../../core/call.ts';
import type { FailedRow, RowOf, Values, Write } from '../../../kit/behaviour.ts';

const ownIds = ({ actor }: AdminCall): number[] => actor.admin.roles.map(({ id }) => id);

/** Which of these roles are strictly below one the actor holds. Follows parents, as tree positions of deleted roles may be stale. */
async function findBelow(trx: Db, call: AdminCall, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`with recursive below as (
      select id from roles where parent_id = any(${ownIds(call)}::bigint[]) union select r.id from roles r join below on r.parent_id = below.id
    ) select id from below where id = any(${ids}::bigint[])`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Only the super administrator may change a role that is not below their own. */
export async function mayChange(db: Db, call: AdminCall, id: number): Promise<boolean> {
  return call.actor.admin.is_super || (await findBelow(db, call, [id])).has(id);
}

export async function checkIsBelow(trx: Db, call: AdminCall, id: number): Promise<void> {
  assert(await mayChange(trx, call, id), 'role.exceeds_own');
}

/** The rows the actor may not delete, restore or purge. */
export async function findForeign({ trx, call }: Write, rows: readonly RowOf<typeof roles>[]): Promise<FailedRow[]> {
  if (call.actor.admin.is_super) return [];
  const below = await findBelow(
    trx,
    call,
    rows.map(({ id }) => id),
  );
  return rows.filter(({ id }) => !below.has(id)).map(({ id }): FailedRow => ({ id, code: 'role.exceeds_own' }));
}

/** Nobody grants a wider data scope than their own. */
export function checkOwnScope({ actor }: AdminCall, values: Values): void {
  if (actor.admin.agency && values.data_scope === 'all')
    throw new AppError('role.exceeds_own', { field: 'data_scope' });
}

/** Parent and template of a new role must be the actor's own roles or below them. */
export async function checkNewPlace({ trx, call }: Write, values: Values): Promise<void> {
  if (call.actor.admin.is_super) return;
  const referenceFields = ['parent_id', 'template_id'].filter((field) => typeof values[field] === 'number');
  const allowed = new Set([
    ...ownIds(call),
    ...(await findBelow(
      trx,
      call,
      referenceFields.map((field) => Number(values[field])),
    )),
  ]);
  for (const field of referenceFields) assert(allowed.has(Number(values[field])), 'role.exceeds_own', { field });
}
