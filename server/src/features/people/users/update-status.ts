import { allows } from '@kaike/shared/domain/status';
import { userActions, userStatus } from '@kaike/shared/domain/people/user-status';
import type { users } from '@kaike/shared/resources/people/users';
import { setColumns } from '../../../kit/write/assign-input.ts';
import type { ActionRun, ActionResult, FailedRow } from '../../../kit/behaviour.ts';
import { assertOneSuper } from '../admins/public.ts';
import { checkMayChangeAccounts } from './roles-of.ts';

/** Stops accounts, which ends their sessions in the same transaction, or reactivates them. */
export async function updateStatus({
  trx,
  call,
  rows,
  input,
}: ActionRun<typeof users, 'update-status'>): Promise<ActionResult> {
  const status = input.status;
  const action = status === userStatus.stopped ? 'stop' : 'restore';
  await checkMayChangeAccounts(
    { trx, call },
    rows.map(({ id }) => id),
  );
  const others = rows.filter((row) => row.status !== status);
  const failed = others
    .filter((row) => !allows(userActions, action, row.status))
    .map(({ id }): FailedRow => ({ id, code: 'record.state' }));
  const ids = others.map(({ id }) => id).filter((id) => !failed.some((row) => row.id === id));
  await setColumns({ trx, call }, 'users', { ids, values: { status } });
  for (const id of ids) {
    if (action === 'stop') await call.sessions.revoke(trx, { user_id: id, reason: 'account_stopped' });
    else await call.ctx.bus.publish(trx, `user:${id}`);
  }
  await assertOneSuper(trx);
  return { changed: ids.length, failed };
}
