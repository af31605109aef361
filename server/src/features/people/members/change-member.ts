import { sql } from 'kysely';
import { memberActions, memberStatus, type MemberStatus } from '@kaike/shared/domain/people/member-status';
import { allows } from '@kaike/shared/domain/status';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { members } from '@kaike/shared/resources/people/members';
import { AppError } from '../../../core/app-error.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import type { ActionRun, ActionResult, FailedRow, RowOf, Write } from '../../../kit/behaviour.ts';

const idsOf = (rows: readonly RowOf<typeof members>[]): number[] => rows.map((row) => row.id);

/** Accounts follow their member's status, except those of administrators, who keep working in the back office. */
async function changeAccounts({ trx, call }: Write, ids: readonly number[], status: MemberStatus): Promise<void> {
  const isStopped = status === memberStatus.stopped;
  const [from, to] = isStopped
    ? [userStatus.effective, userStatus.stopped]
    : [userStatus.stopped, userStatus.effective];
  await sql`update users u set status = ${to}, version = u.version + 1, updated_at = ${call.ctx.clock()} from members m
    where m.id = any(${ids}::bigint[]) and u.id = m.user_id and u.status = ${from}
      and not exists (select 1 from admins a where a.user_id = u.id and a.deleted_at is null)`.execute(trx);
  const { rows } = await sql<{ user_id: number; is_admin: boolean }>`select m.user_id, a.id is not null as is_admin
    from members m left join admins a on a.user_id = m.user_id and a.deleted_at is null where m.id = any(${ids}::bigint[])`.execute(
    trx,
  );
  for (const { user_id, is_admin } of rows) {
    if (isStopped && !is_admin) await call.sessions.revoke(trx, { user_id, reason: 'account_stopped' });
    else await call.ctx.bus.publish(trx, `user:${user_id}`);
  }
}

/** Stops members, which ends their sessions, or reactivates them. */
export async function updateStatus({
  trx,
  call,
  rows,
  input: { status },
}: Pick<ActionRun<typeof members>, 'trx' | 'call' | 'rows'> & {
  input: { status: MemberStatus };
}): Promise<ActionResult> {
  const action = status === memberStatus.stopped ? 'stop' : 'restore';
  const failed = rows
    .filter((row) => row.status !== status && !allows(memberActions, action, row.status))
    .map((row): FailedRow => ({ id: row.id, code: 'record.state' }));
  const refused = new Set(failed.map((row) => row.id));
  const ids = idsOf(rows.filter((row) => !refused.has(row.id) && row.status !== status));
  await setColumns({ trx, call }, 'members', { ids, values: { status } });
  await changeAccounts({ trx, call }, ids, status);
  return { changed: ids.length, failed };
}

/** Corrects the real name of one member. */
export async function updateRealName({
  trx,
  call,
  rows,
  input,
}: ActionRun<typeof members, 'update-real-name'>): Promise<ActionResult> {
  if (rows.length > 1)
    throw new AppError('request.invalid', { failures: { ids: [{ rule: 'array_length', params: ['1', '1'] }] } });
  await setColumns({ trx, call }, 'members', { ids: idsOf(rows), values: { real_name: input.real_name } });
  return { changed: rows.length, failed: [] };
}
