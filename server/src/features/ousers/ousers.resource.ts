import { sql } from 'kysely';
import type { ActionGiven, ActionResult, FailedRow, ResourceBehaviour } from '../../kit/behaviour.ts';

/**
 * Accounts that cannot log in once these identities are gone: no other identity, no mobile for a code, and no password with
 * a name to it. Locks the accounts, so that two identities unbound at once do not both go as the last but one.
 */
async function findLockedOut({ trx }: ActionGiven, ids: readonly number[]): Promise<Set<number>> {
  await sql`select u.id from users u where u.id in (select o.user_id from ousers o where o.id = any(${ids}::bigint[])) order by u.id for update`.execute(trx);
  const { rows } = await sql<{ id: number }>`select u.id from users u
    where u.id in (select o.user_id from ousers o where o.id = any(${ids}::bigint[]))
      and u.mobile_phone is null and (u.password_hash is null or (u.username is null and u.email is null))
      and not exists (select 1 from ousers o where o.user_id = u.id and o.id <> all(${ids}::bigint[]))`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Parts identities from their accounts; the last way to log in stays. */
async function unbind(given: ActionGiven): Promise<ActionResult> {
  const { trx, call, rows } = given;
  const bound = rows.filter((row) => row['user_id'] !== null);
  const lockedOut = await findLockedOut(given, bound.map(({ id }) => id));
  const failed = rows.flatMap((row): FailedRow[] => {
    if (row['user_id'] === null) return [{ id: row.id, code: 'ouser.not_bound' }];
    return lockedOut.has(Number(row['user_id'])) ? [{ id: row.id, code: 'ouser.last_way_in' }] : [];
  });
  const refused = new Set(failed.map((row) => row.id));
  const ids = rows.map(({ id }) => id).filter((id) => !refused.has(id));
  await sql`update ousers set user_id = null, bound_at = null, updated_at = ${call.ctx.clock()} where id = any(${ids}::bigint[])`.execute(trx);
  return { changed: ids.length, failed };
}

export const ousersBehaviour: ResourceBehaviour = { actions: { unbind } };
