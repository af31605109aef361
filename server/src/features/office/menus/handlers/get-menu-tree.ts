import type { ResponseOf } from '@kaike/shared/kit/contract';
import type * as menus from '@kaike/shared/contracts/office/menus';
import type { AdminCall } from '../../../../core/call.ts';
import { loadTree, presentNode, revisionOf } from '../menu-tree.read.ts';

/** The editable menu tree. */
export async function getMenuTree(call: AdminCall): Promise<ResponseOf<typeof menus.getMenuTree>> {
  const { rows, tree } = await loadTree(call);
  return {
    nodes: rows.map((row) => presentNode(row, tree)),
    revision: revisionOf(rows),
    is_local: call.ctx.config.env === 'local',
  };
}
