import type { MenuNode } from '@kaike/shared/contracts/office/menus';
import type { TreeNode } from '../../../kit/tree/tree-moves.ts';

/** Folders with their entries, in the sortable tree's format. */
export function toTree(nodes: readonly MenuNode[]): TreeNode<MenuNode>[] {
  return nodes
    .filter((node) => node.parent_id === null)
    .map((root) => ({
      id: String(root.id),
      data: root,
      children: nodes.filter((node) => node.parent_id === root.id).map((node) => ({ id: String(node.id), data: node })),
    }));
}

/** The order of a tree from top to bottom, in the server's format. */
export function toPositions(tree: readonly TreeNode<MenuNode>[]): { id: number; parent_id: number | null }[] {
  return tree.flatMap((root) => [
    { id: Number(root.id), parent_id: null },
    ...(root.children ?? []).map((child) => ({ id: Number(child.id), parent_id: Number(root.id) })),
  ]);
}
