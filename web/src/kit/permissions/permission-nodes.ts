import type { PermissionNode } from '@kaike/shared/contracts/roles';

/** A node of the tree as shown: headings and pages contain permissions, only leaves are permissions. */
export type VisibleNode = { key: string; title: string; id: number | null; disabled: boolean; children: VisibleNode[] };

const leafKey = (id: number): string => `id:${id}`;

function leaf(node: PermissionNode, title: string): VisibleNode {
  return { key: leafKey(node.id), title, id: node.id, disabled: !node.allowed, children: [] };
}

/** Headings, below them pages, below them their permissions, of which viewing the page is the first. */
export function visibleNodes(
  tree: readonly PermissionNode[],
  viewTitle: string,
  parent: number | null = null,
): VisibleNode[] {
  return tree
    .filter((node) => node.parent_id === parent)
    .flatMap((node): VisibleNode[] => {
      const below = visibleNodes(tree, viewTitle, node.id);
      if (node.is_folder)
        return below.length > 0
          ? [{ key: `folder:${node.id}`, title: node.title, id: null, disabled: false, children: below }]
          : [];
      if (below.length === 0) return [leaf(node, node.title)];
      return [
        {
          key: `page:${node.id}`,
          title: node.title,
          id: null,
          disabled: false,
          children: [leaf(node, viewTitle), ...below],
        },
      ];
    });
}

/** The part of the tree that matches a search: a hit keeps what is below it. */
export function searchNodes(nodes: readonly VisibleNode[], search: string): VisibleNode[] {
  const needle = search.trim().toLowerCase();
  if (needle === '') return [...nodes];
  return nodes.flatMap((node): VisibleNode[] => {
    if (node.title.toLowerCase().includes(needle)) return [node];
    const children = searchNodes(node.children, search);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

const idsBelow = (nodes: readonly VisibleNode[]): number[] =>
  nodes.flatMap((node) => [...(node.id === null ? [] : [node.id]), ...idsBelow(node.children)]);

/**
 * The permissions after boxes of the visible part were ticked: invisible ones stay as they were. A permission on a page
 * includes viewing it; without viewing there is no other permission on it.
 */
export function tick(
  tree: readonly PermissionNode[],
  { before, matches, keys }: { before: readonly number[]; matches: readonly VisibleNode[]; keys: readonly string[] },
): number[] {
  const visible = new Set(idsBelow(matches));
  const ticked = new Set(keys.flatMap((key) => (key.startsWith('id:') ? [Number(key.slice('id:'.length))] : [])));
  const next = new Set([...before.filter((id) => !visible.has(id)), ...ticked]);
  const wasTicked = new Set(before);
  const pages = new Map(tree.filter((node) => !node.is_folder).map((node) => [node.id, node]));
  for (const node of tree) {
    const page = node.parent_id === null ? undefined : pages.get(node.parent_id);
    if (!page || !next.has(node.id) || next.has(page.id)) continue;
    // If viewing was just unticked, its operations go with it; otherwise the operation ticks viewing.
    if (wasTicked.has(page.id)) next.delete(node.id);
    else if (page.allowed) next.add(page.id);
  }
  return [...next].toSorted((a, b) => a - b);
}
