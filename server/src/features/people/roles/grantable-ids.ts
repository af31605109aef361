import type { MenuEntry } from '@kaike/shared/contracts/auth/start';
import { isPermission } from './permission-menus.ts';

/** The menu entries that are permissions. */
export const grantableIds = (menus: readonly MenuEntry[]): Set<number> =>
  new Set(menus.filter(isPermission).map((menu) => menu.id));
