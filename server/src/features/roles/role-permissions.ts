import { sql } from 'kysely';
import type { MenuEntry } from '@kaike/shared/contracts/start';
import { getRolePermissions, putRolePermissions } from '@kaike/shared/contracts/roles';
import type { BodyOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../db/pool.ts';
import { AppError, assert } from '../../http/app-error.ts';
import { route, type AdminCall } from '../../http/route.ts';
import { writeLog } from '../../kit/operation-log.ts';
import { readMenus } from '../menus/public.ts';

type RoleRow = { id: number; code: string | null; name: string; parent_id: number | null; parent_code: string | null; version: number; lft: number; rgt: number };

async function findRole(db: Db, id: number, lock = false): Promise<RoleRow> {
  const { rows } = await sql<RoleRow>`select r.id, r.code, r.name, r.parent_id, p.code as parent_code, r.version, r.lft, r.rgt
    from roles r left join roles p on p.id = r.parent_id where r.id = ${id} and r.deleted_at is null ${lock ? sql`for update of r` : sql``}`.execute(db);
  assert(rows[0], 'record.not_found');
  return rows[0];
}

async function heldBy(db: Db, roleId: number | null): Promise<Set<number>> {
  if (roleId === null) return new Set();
  const rows = await db.selectFrom('menu_role').select('menu_id').where('role_id', '=', roleId).execute();
  return new Set(rows.map((row) => row.menu_id));
}

/** What a role may be given: what its parent holds; below the super administrator, everything. */
async function grantable(db: Db, role: RoleRow, all: Set<number>): Promise<Set<number>> {
  return role.parent_id === null || role.parent_code === 'super_admin' ? all : heldBy(db, role.parent_id);
}

async function permissionMenus(call: AdminCall) {
  const menus = await readMenus(call.ctx, { ...call.actor, admin: { ...call.actor.admin, is_super: true } });
  return menus.filter((menu) => menu.group === 'admin' && menu.level >= 3);
}

/** What a menu entry is called: its own words, else the common ones of its operation. */
function titleOf(call: AdminCall, menu: MenuEntry): string {
  const keys = [menu.wording ?? '', `kit.actions.${menu.action}`];
  return menu.name || (keys.map((key) => call.t(key)).find((text, index) => text !== keys[index]) ?? menu.action ?? menu.url);
}

async function readPermissions(call: AdminCall) {
  assert(!call.actor.admin.agency, 'access.denied');
  const role = await findRole(call.ctx.db, Number(call.params['id']));
  const menus = await permissionMenus(call);
  const all = new Set(menus.map((menu) => menu.id));
  const [allowed, held] = await Promise.all([grantable(call.ctx.db, role, all), heldBy(call.ctx.db, role.id)]);
  const isSuper = role.code === 'super_admin';
  const tree = menus.map((menu) => ({
    id: menu.id, parent_id: menu.level === 3 ? null : menu.parent_id, key: `${menu.resource ?? ''}.${menu.action ?? ''}`,
    wording: menu.wording, title: titleOf(call, menu),
    allowed: allowed.has(menu.id) && !isSuper, checked: isSuper || held.has(menu.id),
  }));
  return { tree, version: role.version };
}

async function takeFromBelow(trx: Db, role: RoleRow, taken: number[]): Promise<number> {
  const { rows } = await sql<{ role_id: number }>`delete from menu_role where menu_id = any(${taken}::bigint[])
    and role_id in (select id from roles where lft > ${role.lft} and rgt < ${role.rgt}) returning role_id`.execute(trx);
  return new Set(rows.map((row) => row.role_id)).size;
}

async function savePermissions(call: AdminCall<BodyOf<typeof putRolePermissions>>) {
  assert(!call.actor.admin.agency, 'access.denied');
  const menus = await permissionMenus(call as AdminCall);
  const all = new Set(menus.map((menu) => menu.id));
  return call.ctx.db.transaction().execute(async (trx) => {
    const role = await findRole(trx, Number(call.params['id']), true);
    assert(role.code !== 'super_admin', 'role.protected');
    if (call.body.version && call.body.version !== role.version) throw new AppError('record.stale', { current: role });
    const allowed = await grantable(trx, role, all);
    const wanted = new Set((call.body.permission_ids ?? []).filter((id) => all.has(id)));
    assert([...wanted].every((id) => allowed.has(id)), 'role.exceeds_parent');
    const held = await heldBy(trx, role.id);
    const granted = [...wanted].filter((id) => !held.has(id));
    const taken = [...held].filter((id) => !wanted.has(id));
    await sql`delete from menu_role where role_id = ${role.id} and menu_id = any(${taken}::bigint[])`.execute(trx);
    await sql`insert into menu_role (role_id, menu_id) select ${role.id}, unnest(${granted}::bigint[]) on conflict do nothing`.execute(trx);
    // A role below may never hold more than this one: without cascade the change is refused where it would.
    const affected = call.body.cascade_cancel === false ? await refuseIfBelowHolds(trx, role, taken) : await takeFromBelow(trx, role, taken);
    await sql`update roles set version = version + 1, updated_at = ${call.ctx.clock()} where id = ${role.id}`.execute(trx);
    await call.ctx.bus.publish(trx, 'roles:*');
    const titles = (ids: number[]): string[] => menus.filter((menu) => ids.includes(menu.id)).map((menu) => titleOf(call as AdminCall, menu));
    await writeLog(trx, call as AdminCall, {
      resource: 'roles', action: 'permissions', record_id: role.id, record_title: role.name, before: { taken: titles(taken) }, after: { granted: titles(granted) },
    });
    return { granted: granted.length, taken: taken.length, affected_roles: affected };
  });
}

async function refuseIfBelowHolds(trx: Db, role: RoleRow, taken: number[]): Promise<number> {
  const { rows } = await sql`select 1 from menu_role where menu_id = any(${taken}::bigint[])
    and role_id in (select id from roles where lft > ${role.lft} and rgt < ${role.rgt}) limit 1`.execute(trx);
  assert(rows.length === 0, 'role.exceeds_parent');
  return 0;
}

export const permissionRoutes = [
  route.admin(getRolePermissions, { permission: 'admin.roles.show', handler: readPermissions }),
  route.admin(putRolePermissions, { permission: 'admin.roles.update', handler: savePermissions }),
];
