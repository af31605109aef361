import { sql } from 'kysely';
import { agencyActions } from '@kaike/shared/domain/agencies/agency-actions';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { allows } from '@kaike/shared/domain/status';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { agencies } from '@kaike/shared/resources/agencies/agencies';
import { assert } from '../../../../core/app-error.ts';
import { setColumns } from '../../../../kit/write/assign-input.ts';
import type { ActionRun, ActionResult, FailedRow, RowOf } from '../../../../kit/behaviour.ts';

/** Changes the status of agencies; an agency cannot change its own. */
async function change(
  action: ActionRun<typeof agencies>,
  name: keyof typeof agencyActions,
): Promise<ActionResult & { rows: RowOf<typeof agencies>[] }> {
  const own = action.call.actor.admin.agency?.id;
  const failed = action.rows.flatMap((row): FailedRow[] => {
    if (row.id === own) return [{ id: row.id, code: 'access.denied' }];
    return allows(agencyActions, name, row.status) ? [] : [{ id: row.id, code: 'record.state' }];
  });
  const refused = new Set(failed.map((row) => row.id));
  const rows = action.rows.filter((row) => !refused.has(row.id));
  await setColumns(action, 'agencies', { ids: rows.map((row) => row.id), values: { status: agencyActions[name].to } });
  return { changed: rows.length, failed, rows };
}

const plain = async (action: ActionRun<typeof agencies>, name: keyof typeof agencyActions): Promise<ActionResult> => {
  const { changed, failed } = await change(action, name);
  return { changed, failed };
};

export const activateAgencies = (action: ActionRun<typeof agencies>): Promise<ActionResult> =>
  plain(action, 'activate');
/** Issuing and transfers stop; cards already sold stay valid, and its users can still log in to read. */
export const freezeAgencies = (action: ActionRun<typeof agencies>): Promise<ActionResult> => plain(action, 'freeze');
export const unfreezeAgencies = (action: ActionRun<typeof agencies>): Promise<ActionResult> =>
  plain(action, 'unfreeze');

/** Ends a contract: nothing more is made, issued or moved, and the login is stopped. All children must have ended before. */
export async function endAgencies(action: ActionRun<typeof agencies, 'end'>): Promise<ActionResult> {
  const { trx, call, rows, input } = action;
  // The user types the name, so a wrong click cannot end the wrong agency.
  assert(rows.length === 1 && input.confirm_name.trim() === rows[0]?.name, 'agency.name_wrong', {
    field: 'confirm_name',
  });
  const ids = rows.map((row) => row.id);
  const { rows: busy } = await sql<{ id: number }>`select distinct parent_id as id from agencies
    where parent_id = any(${ids}::bigint[]) and status <> ${agencyStatus.ended} and deleted_at is null`.execute(trx);
  const refused = new Set(busy.map((row) => row.id));
  const result = await change({ ...action, rows: rows.filter((row) => !refused.has(row.id)) }, 'end');
  const stopped = await sql<{
    id: number;
  }>`update users u set status = ${userStatus.stopped}, version = u.version + 1, updated_at = ${call.ctx.clock()}
    from agencies a where a.user_id = u.id and a.id = any(${result.rows.map((row) => row.id)}::bigint[]) returning u.id`.execute(
    trx,
  );
  for (const { id } of stopped.rows) await call.sessions.revoke(trx, { user_id: id, reason: 'account_stopped' });
  return {
    changed: result.changed,
    failed: [...result.failed, ...busy.map(({ id }): FailedRow => ({ id, code: 'agency.has_children' }))],
  };
}
