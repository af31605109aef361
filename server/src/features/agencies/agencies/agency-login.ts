import { sql } from 'kysely';
import type { Write } from '../../../kit/behaviour.ts';
import { assert } from '../../../core/app-error.ts';
import { hashPassword, makePassword } from '../../auth/login/public.ts';

type Login = { username: string; name: string; mobile_phone: string };

async function agencyRole({ trx }: Write): Promise<number> {
  const role = await trx
    .selectFrom('roles')
    .select('id')
    .where('code', '=', 'agency')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  assert(role, 'record.not_found');
  return role.id;
}

/** Creates the account of an agency with a random password nobody knows; `renewPassword` sets one that can be shown. */
export async function makeLogin(write: Write, login: Login): Promise<number> {
  const now = write.call.ctx.clock();
  const { id } = await write.trx
    .insertInto('users')
    .values({
      ...login,
      password_hash: await hashPassword(makePassword()),
      must_change_password: true,
      created_at: now,
      updated_at: now,
      created_by: write.call.actor.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const admin = await write.trx.insertInto('admins').values({ user_id: id }).returning('id').executeTakeFirstOrThrow();
  await write.trx
    .insertInto('admin_role')
    .values({ admin_id: admin.id, role_id: await agencyRole(write) })
    .execute();
  return id;
}

/** Sets a new one-time password and ends the sessions of the account; the password appears only in the response. */
export async function renewPassword({ trx, call }: Write, userId: number): Promise<string> {
  const password = makePassword();
  const hash = await hashPassword(password);
  await sql`update users set password_hash = ${hash}, must_change_password = true, version = version + 1, updated_at = ${call.ctx.clock()} where id = ${userId}`.execute(
    trx,
  );
  await call.sessions.revoke(trx, { user_id: userId, reason: 'password_changed' });
  return password;
}
