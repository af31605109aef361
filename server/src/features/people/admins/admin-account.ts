import { sql } from 'kysely';
import type { InputOf } from '@kaike/shared/kit/field';
import type { admins } from '@kaike/shared/resources/people/admins';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import { AppError, assert, checkAll } from '../../../core/app-error.ts';
import type { Write } from '../../../kit/behaviour.ts';
import { checkNewPassword, hashPassword } from '../../auth/login/public.ts';

const refused = (field: string, rule: string): AppError =>
  new AppError('request.invalid', { failures: { [field]: [{ rule, params: [] }] } });

/** An administrator in the trash must be restored instead, with roles and history. */
async function refuseTrashed({ trx }: Write, username: string): Promise<void> {
  const { rows } = await sql`select 1 from users u join admins a on a.user_id = u.id
    where lower(u.username) = ${username.toLowerCase()} and a.deleted_at is not null and u.deleted_at is null`.execute(
    trx,
  );
  assert(rows.length === 0, 'admin.in_trash', { field: 'username' });
}

async function findAccount({ trx }: Write, username: string): Promise<number> {
  const {
    rows: [user],
  } = await sql<{
    id: number;
    is_admin: boolean;
  }>`select u.id, exists (select 1 from admins a where a.user_id = u.id) as is_admin
    from users u where lower(u.username) = ${username.toLowerCase()} and u.status = ${userStatus.effective} and u.deleted_at is null`.execute(
    trx,
  );
  if (!user) throw refused('username', 'in');
  assert(!user.is_admin, 'record.duplicate', { field: 'username' });
  return user.id;
}

/** Whether the account can be bound or made: its user name, and its password when it is new. */
export const checkAccount = (write: Write, values: InputOf<typeof admins.fields>): Promise<void> =>
  checkAll(
    () => refuseTrashed(write, values.username),
    () =>
      values.bind_existing
        ? findAccount(write, values.username)
        : checkNewPassword(write.call.ctx, values.password ?? '', values),
  );

/** Finds the account of that user name to bind, or creates one whose password must be changed. It was checked before. */
export async function findOrMakeAccount(write: Write, values: InputOf<typeof admins.fields>): Promise<number> {
  const { username, password = '' } = values;
  if (values.bind_existing) return findAccount(write, username);
  const now = write.call.ctx.clock();
  const { id } = await write.trx
    .insertInto('users')
    .values({
      username,
      name: values.name || username,
      mobile_phone: values.mobile_phone ?? null,
      password_hash: await hashPassword(password),
      must_change_password: true,
      created_at: now,
      updated_at: now,
      created_by: write.call.actor.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes the display name of an administrator. */
export async function changeName({ trx, call }: Write, userId: number, name: string): Promise<void> {
  await sql`update users set name = ${name}, version = version + 1, updated_at = ${call.ctx.clock()} where id = ${userId}`.execute(
    trx,
  );
  await call.ctx.bus.publish(trx, `user:${userId}`);
}
