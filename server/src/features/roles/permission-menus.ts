import type { MenuEntry } from '@kaike/shared/contracts/start';
import type { AdminCall } from '../../http/route.ts';
import { readMenus } from '../menus/public.ts';

/** Every entry of the back office below its headings, whoever asks. */
export async function permissionMenus(call: AdminCall): Promise<MenuEntry[]> {
  const menus = await readMenus(call.ctx, { ...call.actor, admin: { ...call.actor.admin, is_super: true } }, call.locale);
  return menus.filter((menu) => menu.group === 'admin' && menu.level >= 3);
}

/** What a menu entry is called: its own words, else the common ones of its operation. */
export function titleOf(call: Pick<AdminCall, 't'>, menu: MenuEntry): string {
  const keys = [menu.wording ?? '', `kit.actions.${menu.action}`];
  return menu.name || (keys.map((key) => call.t(key)).find((text, index) => text !== keys[index]) ?? menu.action ?? menu.url);
}

/** The same with the page it belongs to, where it would not be understood alone. */
export function fullTitleOf(call: Pick<AdminCall, 't'>, menu: MenuEntry, menus: readonly MenuEntry[]): string {
  const page = menu.is_page === 1 ? null : menus.find((one) => one.id === menu.parent_id && one.is_page === 1);
  return page ? `${titleOf(call, page)} · ${titleOf(call, menu)}` : titleOf(call, menu);
}

/** Whether anything is granted by it: headings and pages for everybody are not. */
export const isPermission = (menu: MenuEntry): boolean => menu.action !== null;
