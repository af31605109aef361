import { sql } from 'kysely';
import { narrowText, normalizeEmail, normalizeMobile } from '@kaike/shared/kit/text/normalize-text';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';

/** The columns that logging in needs. */
export type LoginAccount = { id: number; password_hash: string | null; status: number; is_admin: boolean };

export type LoginName = { kind: 'mobile' | 'email' | 'username'; value: string };

/** Parses the name typed: the three kinds cannot be confused, as a user name starts with a letter and has no @. */
export function parseLoginName(text: string): LoginName {
  const mobile = normalizeMobile(text);
  if (/^1[3-9]\d{9}$/.test(mobile)) return { kind: 'mobile', value: mobile };
  const value = narrowText(text).toLowerCase();
  return value.includes('@') ? { kind: 'email', value: normalizeEmail(value) } : { kind: 'username', value };
}

const columns = { mobile: sql`u.mobile_phone`, email: sql`lower(u.email)`, username: sql`lower(u.username)` };

/** The account of a name; null if there is none. */
export async function findAccount(db: Db, { kind, value }: LoginName): Promise<LoginAccount | null> {
  const { rows } = await sql<LoginAccount>`
    select u.id, u.password_hash, u.status, exists(select 1 from admins a where a.user_id = u.id and a.deleted_at is null) as is_admin
    from users u where ${columns[kind]} = ${value} and u.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Rejects a stopped or cancelled account. Call it only after ownership is proved, as the error reveals the account. */
export function assertMayLogIn(account: LoginAccount): void {
  assert(account.status === userStatus.effective, 'auth.account_stopped');
}

/** Stores a new password; with `instead_of` only if that is still the stored hash. */
export async function savePassword(
  db: Db,
  { user_id, hash, now, instead_of }: { user_id: number; hash: string; now: Date; instead_of?: string | null },
): Promise<boolean> {
  let query = db
    .updateTable('users')
    .set((eb) => ({
      password_hash: hash,
      must_change_password: false,
      updated_at: now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', user_id);
  if (instead_of !== undefined) query = query.where('password_hash', 'is not distinct from', instead_of);
  const result = await query.executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
