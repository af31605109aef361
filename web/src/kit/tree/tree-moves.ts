/** A row of a tree that users reorder; `data` is the caller's. */
export type TreeNode<T> = { readonly id: string; readonly data: T; readonly children?: readonly TreeNode<T>[] };

export type FlatRow<T> = { readonly node: TreeNode<T>; readonly depth: number };

/** The rows in reading order, down to a depth. */
export function flattenTree<T>(nodes: readonly TreeNode<T>[], deepest = Infinity, depth = 0): FlatRow<T>[] {
  return nodes.flatMap((node) => [
    { node, depth },
    ...(depth < deepest ? flattenTree(node.children ?? [], deepest, depth + 1) : []),
  ]);
}

type Open<T> = { id: string; data: T; children: Open<T>[]; depth: number };

function open<T>({ node, depth }: FlatRow<T>): Open<T> {
  return {
    id: node.id,
    data: node.data,
    depth,
    children: (node.children ?? []).map((child) => open({ node: child, depth: depth + 1 })),
  };
}

const close = <T>({ id, data, children }: Open<T>): TreeNode<T> => ({ id, data, children: children.map(close) });

function moveInList<I>(list: readonly I[], from: number, to: number): I[] {
  const rest = list.filter((_, index) => index !== from);
  const item = list[from];
  return item === undefined ? rest : [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** Rebuilds a tree from rows of at most one depth: each belongs to the last row before it that is one level up. */
function assemble<T>(rows: readonly FlatRow<T>[], deepest: number): TreeNode<T>[] {
  const roots: Open<T>[] = [];
  const last: Open<T>[] = [];
  const early: Open<T>[] = [];
  for (const row of rows) {
    const item = open(row);
    // Rows deeper than the moved one moved along with it; the rest follow as rows of their own.
    if (row.depth < deepest) item.children = [];
    const parent = last[row.depth - 1];
    last.length = row.depth;
    last[row.depth] = item;
    if (row.depth === 0) roots.push(item);
    else if (parent) parent.children.push(item);
    else early.push(item);
    if (row.depth === deepest - 1) item.children.push(...early.splice(0));
  }
  return roots.map(close);
}

/**
 * The tree after a row was dropped on another's position. A row keeps its level: dropped after a row one level up it
 * becomes that row's child. Null when nothing changes.
 */
export function moveRow<T>(nodes: readonly TreeNode<T>[], activeId: string, overId: string): TreeNode<T>[] | null {
  const active = flattenTree(nodes).find(({ node }) => node.id === activeId);
  if (!active || activeId === overId) return null;
  const rows = flattenTree(nodes, active.depth);
  const [from, to] = [activeId, overId].map((id) => rows.findIndex(({ node }) => node.id === id));
  if (from === undefined || to === undefined || to < 0) return null;
  return assemble(moveInList(rows, from, to), active.depth);
}
