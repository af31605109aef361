import type { MenuEntry } from '@kaike/shared/contracts/auth/start';
import type { AdminCall } from '../../../core/call.ts';
import { loadEveryMenu } from '../../office/menus/public.ts';

/** Every entry of the back office below its headings, independent of the actor, and of what the menu closes for now. */
export async function permissionMenus(call: AdminCall): Promise<MenuEntry[]> {
  const menus = await loadEveryMenu(call.ctx, call.locale);
  return menus.filter((menu) => menu.group === 'admin' && menu.level >= 3);
}

/** The title of a menu entry, prefixed with its page where it would be ambiguous alone. */
export function fullTitleOf(menu: MenuEntry, menus: readonly MenuEntry[]): string {
  const page = menu.is_page === 1 ? null : menus.find((one) => one.id === menu.parent_id && one.is_page === 1);
  return page ? `${page.name} · ${menu.name}` : menu.name;
}

/** Whether the entry is a permission; headings and pages open to everybody are not. */
export const isPermission = (menu: MenuEntry): boolean => menu.action !== null;
