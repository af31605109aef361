import type { MenuNode } from '@kaike/shared/contracts/office/menus';
import { assert } from '../../../../core/app-error.ts';
import type * as menus from '@kaike/shared/contracts/office/menus';
import type { AdminCallOf } from '../../../../core/call.ts';
import { loadTree, presentNode } from '../menu-tree.read.ts';

/** One entry of any part of the menu. */
export async function getMenuDetail(call: AdminCallOf<typeof menus.getMenuDetail>): Promise<{ row: MenuNode }> {
  const id = call.params.id;
  const { tree } = await loadTree(call);
  const row = tree.all.find((one) => one.id === id);
  assert(row, 'record.not_found');
  return { row: presentNode(row, tree) };
}
