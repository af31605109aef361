import type { PermissionNode } from '@kaike/shared/contracts/roles';

/** A node as the tree shows it: headings and pages hold permissions, only the last ones are permissions themselves. */
export type VisibleNode = { key: string; title: string; id: number | null; disabled: boolean; children: VisibleNode[] };

const leafKey = (id: number): string => `id:${id}`;

function leaf(node: PermissionNode, title: string): VisibleNode {
  return { key: leafKey(node.id), title, id: node.id, disabled: !node.allowed, children: [] };
}

/** Headings, below them pages, below them what may be done there; to see the page is the first of it. */
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

/** The part of the tree that a search finds: a hit keeps what is below it. */
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
 * The permissions after boxes of a shown part were ticked: those that are not shown stay as they were. Whoever may do
 * something on a page may see it; whoever may not see it may do nothing there.
 */
export function tick(
  tree: readonly PermissionNode[],
  { before, shown, keys }: { before: readonly number[]; shown: readonly VisibleNode[]; keys: readonly string[] },
): number[] {
  const visible = new Set(idsBelow(shown));
  const ticked = new Set(keys.flatMap((key) => (key.startsWith('id:') ? [Number(key.slice('id:'.length))] : [])));
  const next = new Set([...before.filter((id) => !visible.has(id)), ...ticked]);
  const wasTicked = new Set(before);
  const pages = new Map(tree.filter((node) => !node.is_folder).map((node) => [node.id, node]));
  for (const node of tree) {
    const page = node.parent_id === null ? undefined : pages.get(node.parent_id);
    if (!page || !next.has(node.id) || next.has(page.id)) continue;
    // The page was taken away now: its operations go with it. Else the operation brings its page.
    if (wasTicked.has(page.id)) next.delete(node.id);
    else if (page.allowed) next.add(page.id);
  }
  return [...next].toSorted((a, b) => a - b);
}
