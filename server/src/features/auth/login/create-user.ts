import { checkValue } from '@kaike/shared/rules/engine';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { AppError, assert } from '../../../core/app-error.ts';
import { checkNewPassword } from './passwords/check-new-password.ts';
import { hashPassword } from './passwords/password-hash.ts';

type NewUser = {
  username: string;
  password: string;
  /** Role code such as `super_admin`; null if not an administrator. */
  role: string | null;
};

async function giveRole(trx: Db, userId: number, code: string): Promise<void> {
  const role = await trx
    .selectFrom('roles')
    .select('id')
    .where('code', '=', code)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  assert(role, 'record.not_found');
  const { id } = await trx.insertInto('admins').values({ user_id: userId }).returning('id').executeTakeFirstOrThrow();
  await trx.insertInto('admin_role').values({ admin_id: id, role_id: role.id }).execute();
}

/** Creates an account with a user name and a password, for setting up or repairing an installation. */
export async function createUser(ctx: Context, { username, password, role }: NewUser): Promise<{ id: number }> {
  const rules = {
    username: checkValue(username, 'required|user_name', { values: {} }),
    password: checkValue(password, 'required|password', { values: {} }),
  };
  const failures = Object.fromEntries(Object.entries(rules).filter(([, failed]) => failed.length > 0));
  if (Object.keys(failures).length > 0) throw new AppError('request.invalid', { failures });
  await checkNewPassword(ctx, password, { username });
  const hash = await hashPassword(password);
  return ctx.db.transaction().execute(async (trx) => {
    const user = await trx
      .insertInto('users')
      .values({ username, name: username, password_hash: hash })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (role !== null) await giveRole(trx, user.id, role);
    return { id: user.id };
  });
}
