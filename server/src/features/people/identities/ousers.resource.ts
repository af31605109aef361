import { sql } from 'kysely';
import { ousers } from '@kaike/shared/resources/people/ousers';
import { defineBehaviour, type ActionRun, type ActionResult, type FailedRow } from '../../../kit/behaviour.ts';
import { findLockedOut } from './identities.store.ts';

/** Unbinds identities from their accounts, but never the last way to log in. */
async function unbind({ trx, call, rows }: ActionRun<typeof ousers>): Promise<ActionResult> {
  const bound = rows.filter((row) => row.user_id !== null);
  const lockedOut = await findLockedOut(
    trx,
    bound.map(({ id }) => id),
  );
  const failed = rows.flatMap((row): FailedRow[] => {
    if (row.user_id === null) return [{ id: row.id, code: 'ouser.not_bound' }];
    return lockedOut.has(Number(row.user_id)) ? [{ id: row.id, code: 'ouser.last_way_in' }] : [];
  });
  const refused = new Set(failed.map((row) => row.id));
  const ids = rows.map(({ id }) => id).filter((id) => !refused.has(id));
  await sql`update ousers set user_id = null, bound_at = null, updated_at = ${call.ctx.clock()} where id = any(${ids}::bigint[])`.execute(
    trx,
  );
  return { changed: ids.length, failed };
}

export const ousersBehaviour = defineBehaviour(ousers, { actions: { unbind } });
