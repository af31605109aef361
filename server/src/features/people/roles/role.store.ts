import { sql } from 'kysely';
import { lockUntilCommit } from '../../../db/hidden-names.ts';
import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';

export type RoleRow = {
  id: number;
  code: string | null;
  name: string;
  parent_id: number | null;
  parent_code: string | null;
  version: number;
  data_scope: string;
};
export type RoleBelow = { id: number; name: string; admins: number; menu_ids: number[] };

/** A role by id; `lock` blocks concurrent changes of it, but not rows that reference it. */
export async function findRole(db: Db, id: number, lock = false): Promise<RoleRow> {
  const { rows } =
    await sql<RoleRow>`select r.id, r.code, r.name, r.parent_id, p.code as parent_code, r.version, r.data_scope
    from roles r left join roles p on p.id = r.parent_id where r.id = ${id} and r.deleted_at is null ${lock ? sql`for no key update of r` : sql``}`.execute(
      db,
    );
  assert(rows[0], 'record.not_found');
  return rows[0];
}

/** Serializes permission changes: a parent loses nothing while a child is being granted it. Take row locks first. */
export const lockRoles = (trx: Db): Promise<void> => lockUntilCommit(trx, 'tree:roles');

export async function heldBy(db: Db, roleId: number | null): Promise<Set<number>> {
  if (roleId === null) return new Set();
  const rows = await db.selectFrom('menu_role').select('menu_id').where('role_id', '=', roleId).execute();
  return new Set(rows.map((row) => row.menu_id));
}

/** The keys of these permissions. */
export async function keysOfMenus(db: Db, menuIds: readonly number[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`select key from menus where id = any(${menuIds}::bigint[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** What a role may be granted: what its parent holds; directly below the super administrator, everything. */
export async function grantable(
  db: Db,
  role: Pick<RoleRow, 'parent_id' | 'parent_code'>,
  all: Set<number>,
): Promise<Set<number>> {
  return role.parent_id === null || role.parent_code === 'super_admin' ? all : heldBy(db, role.parent_id);
}

/** Every role below, including deleted ones: a restored role must not hold more than its parent. */
const below = (roleId: number) =>
  sql`(with recursive b as (select id from roles where parent_id = ${roleId} union select r.id from roles r join b on r.parent_id = b.id) select id from b)`;

/** The live roles below that hold some of these permissions, with their administrators. */
export async function holdersBelow(db: Db, roleId: number, menuIds: readonly number[]): Promise<RoleBelow[]> {
  const { rows } =
    await sql<RoleBelow>`select r.id, r.name, (select count(*)::int from admin_role ar join admins a on a.id = ar.admin_id and a.deleted_at is null where ar.role_id = r.id) as admins,
      array_agg(mr.menu_id order by mr.menu_id) as menu_ids
    from roles r join menu_role mr on mr.role_id = r.id and mr.menu_id = any(${menuIds}::bigint[])
    where r.deleted_at is null and r.id in ${below(roleId)} group by r.id order by r.lft`.execute(db);
  return rows;
}

/** Removes permissions from every role below; returns how many live roles lost some. */
export async function revokeBelow(trx: Db, roleId: number, menuIds: readonly number[]): Promise<number> {
  const affected = await holdersBelow(trx, roleId, menuIds);
  await sql`delete from menu_role where menu_id = any(${menuIds}::bigint[]) and role_id in ${below(roleId)}`.execute(
    trx,
  );
  return affected.length;
}

export async function countAdmins(db: Db, roleId: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from admin_role ar join admins a on a.id = ar.admin_id and a.deleted_at is null where ar.role_id = ${roleId}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Grants a new role the permissions of a template that its parent holds as well. */
export async function copyPermissions(
  trx: Db,
  { role_id, template_id, parent }: { role_id: number; template_id: number; parent: RoleRow },
): Promise<void> {
  const limit =
    parent.code === 'super_admin'
      ? sql`true`
      : sql`t.menu_id in (select menu_id from menu_role where role_id = ${parent.id})`;
  await sql`insert into menu_role (role_id, menu_id) select ${role_id}, t.menu_id from menu_role t where t.role_id = ${template_id} and ${limit} on conflict do nothing`.execute(
    trx,
  );
}
