import type * as roles from '@kaike/shared/contracts/people/roles';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCall, ById } from '../../../core/call.ts';
import { mayChange } from './own-branch.ts';
import { permissionMenus, isPermission } from './permission-menus.ts';
import { findRole, grantable, heldBy } from './role.store.ts';
import { grantableIds } from './grantable-ids.ts';

export async function getRolePermissions(call: AdminCall & ById): Promise<ResponseOf<typeof roles.getRolePermissions>> {
  const role = await findRole(call.ctx.db, call.params.id);
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
