import { sql } from 'kysely';
import { agencyStatus, type AgencyStatus } from '@kaike/shared/domain/people';
import { userStatus } from '@kaike/shared/domain/user-status';
import { setColumns } from '../../kit/assign-input.ts';
import type { ActionGiven, ActionResult, FailedRow, Row } from '../../kit/behaviour.ts';

const { pending, active, frozen, ended } = agencyStatus;

/** Moves agencies to a status; an agency never decides about itself. */
async function change(given: ActionGiven, move: { from: readonly AgencyStatus[]; to: AgencyStatus }): Promise<ActionResult & { rows: Row[] }> {
  const own = given.call.actor.admin.agency?.id;
  const failed = given.rows.flatMap((row): FailedRow[] => {
    if (row.id === own) return [{ id: row.id, code: 'access.denied' }];
    return move.from.includes(row['status'] as AgencyStatus) ? [] : [{ id: row.id, code: 'record.state' }];
  });
  const refused = new Set(failed.map((row) => row.id));
  const rows = given.rows.filter((row) => !refused.has(row.id));
  await setColumns(given, 'agencies', { ids: rows.map((row) => row.id), values: { status: move.to } });
  return { changed: rows.length, failed, rows };
}

const plain = async (given: ActionGiven, move: Parameters<typeof change>[1]): Promise<ActionResult> => {
  const { changed, failed } = await change(given, move);
  return { changed, failed };
};

export const activateAgencies = (given: ActionGiven): Promise<ActionResult> => plain(given, { from: [pending], to: active });
/** Issuing and transfers stop; cards already sold stay good, and its people can still log in to look. */
export const freezeAgencies = (given: ActionGiven): Promise<ActionResult> => plain(given, { from: [active], to: frozen });
export const unfreezeAgencies = (given: ActionGiven): Promise<ActionResult> => plain(given, { from: [frozen], to: active });

/** The end of a contract: nothing more is made, issued or moved, and its login ends. Agencies below must have ended before. */
export async function endAgencies(given: ActionGiven): Promise<ActionResult> {
  const { trx, call } = given;
  const ids = given.rows.map((row) => row.id);
  const { rows: busy } = await sql<{ id: number }>`select distinct parent_id as id from agencies
    where parent_id = any(${ids}::bigint[]) and status <> ${ended} and deleted_at is null`.execute(trx);
  const refused = new Set(busy.map((row) => row.id));
  const result = await change({ ...given, rows: given.rows.filter((row) => !refused.has(row.id)) }, { from: [pending, active, frozen], to: ended });
  const stopped = await sql<{ id: number }>`update users u set status = ${userStatus.stopped}, version = u.version + 1, updated_at = ${call.ctx.clock()}
    from agencies a where a.user_id = u.id and a.id = any(${result.rows.map((row) => row.id)}::bigint[]) returning u.id`.execute(trx);
  for (const { id } of stopped.rows) await call.sessions.revoke(trx, { user_id: id, reason: 'account_stopped' });
  return { changed: result.changed, failed: [...result.failed, ...busy.map(({ id }): FailedRow => ({ id, code: 'agency.has_children' }))] };
}
