import type { MenuEntry } from '@kaike/shared/contracts/start';
import type { AdminCall } from '../../http/route.ts';
import { readMenus } from '../menus/public.ts';

/** Every entry of the back office below its headings, whoever asks. */
export async function permissionMenus(call: AdminCall): Promise<MenuEntry[]> {
  const menus = await readMenus(
    call.ctx,
    { ...call.actor, admin: { ...call.actor.admin, is_super: true } },
    call.locale,
  );
  return menus.filter((menu) => menu.group === 'admin' && menu.level >= 3);
}

/** What a menu entry is called, with the page it belongs to where it would not be understood alone. */
export function fullTitleOf(menu: MenuEntry, menus: readonly MenuEntry[]): string {
  const page = menu.is_page === 1 ? null : menus.find((one) => one.id === menu.parent_id && one.is_page === 1);
  return page ? `${page.name} · ${menu.name}` : menu.name;
}

/** Whether anything is granted by it: headings and pages for everybody are not. */
export const isPermission = (menu: MenuEntry): boolean => menu.action !== null;
