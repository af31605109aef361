import { sql } from 'kysely';
import { userActions, userStatus } from '@kaike/shared/domain/people/user-status';
import { allows } from '@kaike/shared/domain/status';
import type { admins } from '@kaike/shared/resources/people/admins';
import { setColumns } from '../../../kit/write/assign-input.ts';
import type { ActionRun, ActionResult, FailedRow } from '../../../kit/behaviour.ts';
import { checkMayChange, assertOneSuper } from './admin-roles.ts';

/** Stops administrators, which ends their sessions, or reactivates them. */
export async function updateStatus({
  trx,
  call,
  rows,
  input,
}: ActionRun<typeof admins, 'update-status'>): Promise<ActionResult> {
  const status = input.status;
  const action = status === userStatus.stopped ? 'stop' : 'restore';
  await checkMayChange({ trx, call }, [...new Set(rows.flatMap((row) => row.role_ids))]);
  const failed = rows
    .filter((row) => row.status !== status && !allows(userActions, action, row.status))
    .map((row): FailedRow => ({ id: row.id, code: 'record.state' }));
  const refused = new Set(failed.map((row) => row.id));
  const changed = rows.filter((row) => !refused.has(row.id) && row.status !== status);
  const userIds = changed.map((row) => Number(row.user_id));
  await sql`update users set status = ${status}, version = version + 1, updated_at = ${call.ctx.clock()} where id = any(${userIds}::bigint[])`.execute(
    trx,
  );
  await setColumns({ trx, call }, 'admins', { ids: changed.map((row) => row.id), values: {} });
  for (const userId of userIds) await call.sessions.revoke(trx, { user_id: userId, reason: 'account_stopped' });
  await assertOneSuper(trx);
  return { changed: changed.length, failed };
}
