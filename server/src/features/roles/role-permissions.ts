import { sql } from 'kysely';
import type { MenuEntry } from '@kaike/shared/contracts/start';
import * as roles from '@kaike/shared/contracts/roles';
import type { ResponseOf, BodyOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../db/pool.ts';
import { AppError, assert } from '../../core/app-error.ts';
import { isOfSchool, route } from '../../core/route.ts';
import type { AdminCall, AdminCallOf, ById } from '../../core/call.ts';
import { writeLog } from '../../kit/write/operation-log.ts';
import { readMenus } from '../menus/public.ts';
import { checkIsBelow, mayChange } from './own-branch.ts';
import { fullTitleOf, isPermission, permissionMenus } from './permission-menus.ts';
import {
  countAdmins,
  findRole,
  grantable,
  heldBy,
  holdersBelow,
  keysOfMenus,
  lockRoles,
  takeFromBelow,
  type RoleRow,
} from './role.store.ts';

type PermissionsInput = BodyOf<typeof roles.previewRole>;
type Plan = { granted: number[]; revoked: number[]; after: Set<number> };

const grantableIds = (menus: readonly MenuEntry[]): Set<number> =>
  new Set(menus.filter(isPermission).map((menu) => menu.id));
const roleIdOf = (call: AdminCall & ById): number => call.params.id;

async function readPermissions(call: AdminCall & ById): Promise<ResponseOf<typeof roles.getRolePermissions>> {
  const role = await findRole(call.ctx.db, roleIdOf(call));
  const menus = await permissionMenus(call);
  const [allowed, currentIds, isBelow] = await Promise.all([
    grantable(call.ctx.db, role, grantableIds(menus)),
    heldBy(call.ctx.db, role.id),
    mayChange(call.ctx.db, call, role.id),
  ]);
  const isSuper = role.code === 'super_admin';
  const ids = new Set(menus.map((menu) => menu.id));
  const tree = menus
    .filter((menu) => isPermission(menu) || menu.is_page === 0)
    .map((menu) => ({
      id: menu.id,
      parent_id: menu.parent_id !== null && ids.has(menu.parent_id) ? menu.parent_id : null,
      key: `${menu.resource ?? ''}.${menu.action ?? ''}`,
      wording: menu.wording,
      title: menu.name,
      is_folder: !isPermission(menu),
      allowed: isPermission(menu) && allowed.has(menu.id) && !isSuper,
      checked: isPermission(menu) && (isSuper || currentIds.has(menu.id)),
    }));
  return { tree, version: role.version, is_editable: isBelow && !isSuper };
}

/** Computes the changes; throws if the role would hold more than its parent. */
async function plan(
  db: Db,
  { role, menus, input }: { role: RoleRow; menus: readonly MenuEntry[]; input: PermissionsInput },
): Promise<Plan> {
  assert(role.code !== 'super_admin', 'role.protected');
  const all = grantableIds(menus);
  const allowed = await grantable(db, role, all);
  const after = new Set((input.permission_ids ?? []).filter((id) => all.has(id)));
  assert(
    [...after].every((id) => allowed.has(id)),
    'role.exceeds_parent',
  );
  const currentIds = await heldBy(db, role.id);
  return {
    after,
    granted: [...after].filter((id) => !currentIds.has(id)),
    revoked: [...currentIds].filter((id) => !after.has(id)),
  };
}

async function write(
  trx: Db,
  role: RoleRow,
  { plan: { granted, revoked }, cascade, now }: { plan: Plan; cascade: boolean; now: Date },
): Promise<number> {
  // A role below never holds more than this one: without cascade a change that would break this is refused.
  if (!cascade) assert((await holdersBelow(trx, role.id, revoked)).length === 0, 'role.exceeds_parent');
  const affected = await takeFromBelow(trx, role.id, revoked);
  await sql`delete from menu_role where role_id = ${role.id} and menu_id = any(${revoked}::bigint[])`.execute(trx);
  await sql`insert into menu_role (role_id, menu_id) select ${role.id}, unnest(${granted}::bigint[]) on conflict do nothing`.execute(
    trx,
  );
  await sql`update roles set version = version + 1, updated_at = ${now} where id = ${role.id}`.execute(trx);
  return affected;
}

async function savePermissions(call: AdminCallOf<typeof roles.updateRolePermissions>) {
  const menus = await permissionMenus(call);
  const keys = new Map(
    menus.map((menu) => [menu.id, menu.resource ? `admin.${menu.resource}.${menu.action ?? ''}` : menu.name]),
  );
  const keysOf = (ids: readonly number[]): string[] => ids.map((id) => keys.get(id) ?? String(id));
  return call.ctx.db.transaction().execute(async (trx) => {
    const role = await findRole(trx, roleIdOf(call), true);
    await lockRoles(trx);
    await checkIsBelow(trx, call, role.id);
    if (call.body.version && call.body.version !== role.version) throw new AppError('record.stale', { current: role });
    const planned = await plan(trx, { role, menus, input: call.body });
    const affected = await write(trx, role, {
      plan: planned,
      cascade: call.body.cascade_cancel !== false,
      now: call.ctx.clock(),
    });
    await call.ctx.bus.publish(trx, 'roles:*');
    const { granted, revoked } = planned;
    await writeLog(trx, call, {
      resource: 'roles',
      action: 'permissions',
      record_id: role.id,
      record_title: role.name,
      before: revoked.length > 0 ? { taken: keysOf(revoked) } : {},
      after: {
        ...(granted.length > 0 ? { granted: keysOf(granted) } : {}),
        ...(affected > 0 ? { affected_roles: affected } : {}),
      },
    });
    return { granted: granted.length, taken: revoked.length, affected_roles: affected };
  });
}

/** The sidebar of someone who holds exactly these permissions, by the rule of the real one. */
async function readSidebar(call: AdminCall, permissionIds: ReadonlySet<number>) {
  const permissions = await keysOfMenus(call.ctx.db, [...permissionIds]);
  const actor = { ...call.actor, member: null, admin: { ...call.actor.admin, is_super: false, permissions } };
  const menus = await readMenus(call.ctx, { actor, locale: call.locale });
  return menus
    .filter((menu) => menu.group === 'admin' && menu.level === 3)
    .map((root) => ({
      id: root.id,
      title: root.name,
      icons: root.icons,
      pages: menus
        .filter((menu) => menu.parent_id === root.id && menu.is_page === 1 && menu.in_menu)
        .map((page) => ({
          id: page.id,
          title: page.name,
          url: page.url,
          actions: menus.filter((menu) => menu.parent_id === page.id && isPermission(menu)).map((menu) => menu.name),
        })),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/** Dry run of saving. */
async function previewPermissions(
  call: AdminCall<PermissionsInput> & ById,
): Promise<ResponseOf<typeof roles.previewRole>> {
  const { db } = call.ctx;
  const menus = await permissionMenus(call);
  const role = await findRole(db, roleIdOf(call));
  const { after, granted, revoked } = await plan(db, { role, menus, input: call.body });
  const titled = (ids: readonly number[]) =>
    menus.filter((menu) => ids.includes(menu.id)).map((menu) => ({ id: menu.id, title: fullTitleOf(menu, menus) }));
  const below = await holdersBelow(db, role.id, revoked);
  return {
    gained: titled(granted),
    lost: titled(revoked),
    admins: await countAdmins(db, role.id),
    below: below.map(({ menu_ids: menuIds, ...rest }) => ({
      ...rest,
      lost: titled(menuIds).map(({ title }) => title),
    })),
    is_blocked: call.body.cascade_cancel === false && below.length > 0,
    sidebar: await readSidebar(call, after),
  };
}

export const permissionRoutes = [
  route.admin(roles.getRolePermissions, {
    permission: 'admin.roles.show',
    by_token: false,
    admits: isOfSchool,
    handler: readPermissions,
  }),
  route.admin(roles.updateRolePermissions, {
    permission: 'admin.roles.update',
    admits: isOfSchool,
    handler: savePermissions,
  }),
  route.admin(roles.previewRole, { permission: 'admin.roles.show', admits: isOfSchool, handler: previewPermissions }),
];
