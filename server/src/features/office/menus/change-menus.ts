import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';
import type { AdminCall } from '../../../core/call.ts';
import { isProtected, sidebarRows } from './menu-tree.read.ts';
import { loadAllMenus, type MenuRow } from './load-menus.ts';

/** The product's menu is arranged during development only; an installation shows and hides entries. */
export function checkIsLocal({ ctx }: AdminCall): void {
  assert(ctx.config.env === 'local', 'menu.local_only');
}

/** An alias leads to one entry. */
export async function checkAlias(trx: Db, alias: string | null | undefined, id: number | null): Promise<void> {
  if (!alias) return;
  const taken = (await loadAllMenus(trx)).some((row) => row.alias === alias && row.id !== id);
  assert(!taken, 'record.duplicate', { field: 'alias' });
}

export async function findSidebarRow(trx: Db, id: number): Promise<MenuRow> {
  const row = sidebarRows(await loadAllMenus(trx)).find((one) => one.id === id);
  assert(row, 'record.not_found');
  return row;
}

/** Whether an entry, or one below it, is needed to undo a change. */
export const holdsNeeded = (rows: readonly MenuRow[], { left_margin: left, right_margin: right }: MenuRow): boolean =>
  rows.some((one) => one.left_margin >= left && one.right_margin <= right && isProtected(one));
