import type * as roles from '@kaike/shared/contracts/people/roles';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCall, ById } from '../../../core/call.ts';
import { loadMenus } from '../../office/menus/public.ts';
import { isPermission, permissionMenus, fullTitleOf } from './permission-menus.ts';
import { keysOfMenus, findRole, holdersBelow, countAdmins } from './role.store.ts';
import { planPermissions, type PermissionsInput } from './plan-permissions.ts';

/** The sidebar of someone who holds exactly these permissions, by the rule of the real one. */
async function readSidebar(call: AdminCall, permissionIds: ReadonlySet<number>) {
  const permissions = await keysOfMenus(call.ctx.db, [...permissionIds]);
  const actor = { ...call.actor, member: null, admin: { ...call.actor.admin, is_super: false, permissions } };
  const menus = await loadMenus(call.ctx, { actor, locale: call.locale });
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
export async function previewRole(
  call: AdminCall<PermissionsInput> & ById,
): Promise<ResponseOf<typeof roles.previewRole>> {
  const { db } = call.ctx;
  const menus = await permissionMenus(call);
  const role = await findRole(db, call.params.id);
  const { after, granted, revoked } = await planPermissions(db, { role, menus, input: call.body });
  const titled = (ids: readonly number[]) =>
    menus.filter((menu) => ids.includes(menu.id)).map((menu) => ({ id: menu.id, title: fullTitleOf(menu, menus) }));
  const below = await holdersBelow(db, role.id, revoked);
  return {
    gained: titled(granted),
    lost: titled(revoked),
    admins: await countAdmins(db, role.id),
    below: below.map(({ menu_ids, ...rest }) => ({
      ...rest,
      lost: titled(menu_ids).map(({ title }) => title),
    })),
    is_blocked: call.body.cascade_cancel === false && below.length > 0,
    sidebar: await readSidebar(call, after),
  };
}
