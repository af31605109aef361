import { sql } from 'kysely';
import type { Write } from '../../../kit/behaviour.ts';
import { checkMayChange } from '../admins/public.ts';

/** Nobody changes the account of an administrator with a role above or beside their own. */
export async function checkMayChangeAccounts(write: Write, userIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{
    role_id: number;
  }>`select distinct ar.role_id from admins a join admin_role ar on ar.admin_id = a.id
    where a.user_id = any(${userIds}::bigint[]) and a.deleted_at is null`.execute(write.trx);
  await checkMayChange(
    write,
    rows.map((row) => row.role_id),
  );
}
