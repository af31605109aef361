import { sql } from 'kysely';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { Db } from '../../../db/pool.ts';
import { AppError, assert } from '../../../core/app-error.ts';
import type { Write } from '../../../kit/behaviour.ts';

type Roles = { existing: number; mine: number };

/** How many of the roles exist, and how many are the actor's own or below. */
async function countRoles({ trx, call }: Write, ids: readonly number[]): Promise<Roles> {
  const own = call.actor.admin.roles.map((role) => role.id);
  const { rows } = await sql<Roles>`select count(*)::int as existing,
      count(*) filter (where exists (select 1 from roles o where o.id = any(${own}::bigint[]) and r.lft between o.lft and o.rgt))::int as mine
    from roles r where r.id = any(${ids}::bigint[]) and r.deleted_at is null`.execute(trx);
  return rows[0] ?? { existing: 0, mine: 0 };
}

/** Nobody assigns a role above or beside their own. */
export async function checkMayGive(write: Write, ids: readonly number[]): Promise<void> {
  const { existing, mine } = await countRoles(write, ids);
  if (existing !== ids.length)
    throw new AppError('request.invalid', { failures: { role_ids: [{ rule: 'in', params: [] }] } });
  assert(mine === ids.length, 'role.exceeds_own', { field: 'role_ids' });
}

/** Nobody changes an administrator with a role above or beside their own. */
export async function checkMayChange(write: Write, ids: readonly number[]): Promise<void> {
  const { existing, mine } = await countRoles(write, ids);
  assert(mine === existing, 'role.exceeds_own');
}

/** Replaces the roles of an administrator; live sessions are notified on commit. */
export async function assignRoles(
  { trx, call }: Write,
  admin: { id: number; user_id: number },
  ids: readonly number[],
): Promise<void> {
  await sql`delete from admin_role where admin_id = ${admin.id} and role_id <> all(${ids}::bigint[])`.execute(trx);
  await sql`insert into admin_role (admin_id, role_id) select ${admin.id}, unnest(${ids}::bigint[]) on conflict do nothing`.execute(
    trx,
  );
  await call.ctx.bus.publish(trx, `user:${admin.user_id}`);
}

/** Throws if no super administrator who can log in would remain. Concurrent changes are serialized. */
export async function assertOneSuper(trx: Db): Promise<void> {
  await sql`select id from roles where code = 'super_admin' for update`.execute(trx);
  const { rows } =
    await sql`select 1 from admin_rows a join admin_role ar on ar.admin_id = a.id join roles r on r.id = ar.role_id
    where r.code = 'super_admin' and a.deleted_at is null and a.status = ${userStatus.effective} limit 1`.execute(trx);
  assert(rows.length > 0, 'role.last_super');
}
