import { sql } from 'kysely';
import type { admins } from '@kaike/shared/resources/people/admins';
import { AppError } from '../../../core/app-error.ts';
import type { FailedRow, RowOf, Write } from '../../../kit/behaviour.ts';
import { checkMayChange, assertOneSuper } from './admin-roles.ts';

const userIdsOf = (rows: readonly RowOf<typeof admins>[]): number[] => rows.map((row) => Number(row.user_id));
const rolesOf = (rows: readonly RowOf<typeof admins>[]): number[] => [...new Set(rows.flatMap((row) => row.role_ids))];

/** Nobody deletes themselves; an agency's login is removed with its agency. */
export async function refuseDeletion(write: Write, rows: RowOf<typeof admins>[]): Promise<FailedRow[]> {
  const { trx, call } = write;
  await checkMayChange(write, rolesOf(rows));
  const { rows: logins } = await sql<{
    user_id: number;
  }>`select user_id from agencies where user_id = any(${userIdsOf(rows)}::bigint[]) and deleted_at is null`.execute(
    trx,
  );
  const ofAgencies = new Set(logins.map((login) => login.user_id));
  return rows.flatMap((row): FailedRow[] => {
    const userId = Number(row.user_id);
    if (userId === call.actor.user_id) return [{ id: row.id, code: 'access.denied' }];
    return ofAgencies.has(userId) ? [{ id: row.id, code: 'record.in_use' }] : [];
  });
}

/** The account stays, as it may be a member's; its sessions end, as they were opened with the lost rights. Mutual deletions are serialized. */
export async function endRights({ trx, call }: Write, rows: RowOf<typeof admins>[]): Promise<void> {
  await assertOneSuper(trx);
  for (const userId of userIdsOf(rows)) await call.sessions.revoke(trx, { user_id: userId, reason: 'admin_deleted' });
}

/** Nobody restores an administrator with a role above or beside their own. */
export async function refuseRestore(write: Write, rows: readonly RowOf<typeof admins>[]): Promise<FailedRow[]> {
  const failed: FailedRow[] = [];
  for (const row of rows) {
    try {
      await checkMayChange(write, rolesOf([row]));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed.push({ id: row.id, code: error.code });
    }
  }
  return failed;
}

/** Publishes the change, so that the rights apply from the next request. */
export async function notifyRestored({ trx, call }: Write, rows: readonly RowOf<typeof admins>[]): Promise<void> {
  for (const userId of userIdsOf(rows)) await call.ctx.bus.publish(trx, `user:${userId}`);
}
