import { matchesKeyword } from '@kaike/shared/kit/text/matches-keyword';
import type { PermissionNode } from '@kaike/shared/contracts/people/roles';

/** The operations that most pages have, each with a column; a page's other permissions follow in words. */
export const columns = ['view', 'create', 'update', 'delete', 'import', 'export'] as const;
export type Column = (typeof columns)[number];

/** Permissions that are ticked together; `can_grant` when the parent role has at least one of them. */
export type PermissionBox = { key: string; title: string; ids: readonly number[]; can_grant: boolean };
export type MatrixRow = {
  key: string;
  title: string;
  boxes: Readonly<Partial<Record<Column, PermissionBox>>>;
  others: readonly PermissionBox[];
};
export type MatrixGroup = { key: string; title: string; rows: readonly MatrixRow[] };

/** Opening the list and opening a row are one box: neither is of use without the other. */
const columnOf: Readonly<Record<string, Column>> = {
  list: 'view',
  show: 'view',
  create: 'create',
  update: 'update',
  delete: 'delete',
  import: 'import',
  export: 'export',
};

const actionOf = ({ key }: PermissionNode): string => key.slice(key.lastIndexOf('.') + 1);

const boxOf = (nodes: readonly PermissionNode[], title: string): PermissionBox => ({
  key: nodes.map(({ id }) => id).join('-'),
  title,
  ids: nodes.filter(({ allowed }) => allowed).map(({ id }) => id),
  can_grant: nodes.some(({ allowed }) => allowed),
});

function rowOf(page: PermissionNode, below: readonly PermissionNode[], viewTitle: string): MatrixRow {
  const boxes: Partial<Record<Column, PermissionBox>> = {};
  for (const column of columns) {
    const nodes = [page, ...below].filter((node) => columnOf[actionOf(node)] === column);
    const [first] = nodes;
    if (first) boxes[column] = boxOf(nodes, column === 'view' ? viewTitle : first.title);
  }
  const others = [page, ...below].filter((node) => columnOf[actionOf(node)] === undefined);
  return {
    key: `page:${page.id}`,
    title: page.title,
    boxes,
    others: others.map((node) => boxOf([node], node === page ? viewTitle : node.title)),
  };
}

/** The menu as a matrix: a group for each heading, a row for each page, a box for each operation. */
export function matrixOf(tree: readonly PermissionNode[], viewTitle: string): MatrixGroup[] {
  const below = new Map<number | null, PermissionNode[]>();
  for (const node of tree) below.set(node.parent_id, [...(below.get(node.parent_id) ?? []), node]);
  const childrenOf = (id: number | null): PermissionNode[] => below.get(id) ?? [];
  const isPage = (node: PermissionNode): boolean => actionOf(node) === 'list' || childrenOf(node.id).length > 0;
  const rowsBelow = (parent: PermissionNode): MatrixRow[] =>
    childrenOf(parent.id).flatMap((node): MatrixRow[] => {
      if (node.is_folder) return rowsBelow(node);
      if (!parent.is_folder && !isPage(node)) return [];
      const operations = childrenOf(node.id).filter((one) => !one.is_folder && !isPage(one));
      return [rowOf(node, operations, viewTitle), ...rowsBelow(node)];
    });
  return childrenOf(null)
    .map((node): MatrixGroup => ({
      key: `group:${node.id}`,
      title: node.title,
      rows: node.is_folder
        ? rowsBelow(node)
        : [
            rowOf(
              node,
              childrenOf(node.id).filter((one) => !isPage(one)),
              viewTitle,
            ),
            ...rowsBelow(node),
          ],
    }))
    .filter(({ rows }) => rows.length > 0);
}

export const boxesOf = ({ boxes, others }: MatrixRow): PermissionBox[] => [
  ...columns.flatMap((column) => boxes[column] ?? []),
  ...others,
];

/** The rows that match a search, by their own title, their group's, or one of their permissions'. */
export function searchMatrix(groups: readonly MatrixGroup[], search: string): MatrixGroup[] {
  if (search.trim() === '') return [...groups];
  const matches = (title: string): boolean => matchesKeyword(title, search);
  return groups.flatMap((group): MatrixGroup[] => {
    if (matches(group.title)) return [group];
    const rows = group.rows.filter((row) => matches(row.title) || boxesOf(row).some(({ title }) => matches(title)));
    return rows.length > 0 ? [{ ...group, rows }] : [];
  });
}

export type Ticks = 'all' | 'some' | 'none';

export function ticksOf(ids: readonly number[], chosen: ReadonlySet<number>): Ticks {
  const count = ids.filter((id) => chosen.has(id)).length;
  return count === 0 ? 'none' : count === ids.length ? 'all' : 'some';
}

/**
 * The permissions after a box, a row or a column was pressed: all of it, or none if it had all. A permission on a page
 * includes viewing it; without viewing there is no other permission on it.
 */
export function press(
  tree: readonly PermissionNode[],
  { before, ids }: { before: ReadonlySet<number>; ids: readonly number[] },
): Set<number> {
  const isRemoved = ticksOf(ids, before) === 'all';
  const after = new Set(before);
  for (const id of ids) if (isRemoved) after.delete(id);
  for (const id of ids) if (!isRemoved) after.add(id);
  const pages = new Map(tree.filter((node) => !node.is_folder).map((node) => [node.id, node]));
  for (const { id, parent_id } of tree) {
    const page = parent_id === null ? undefined : pages.get(parent_id);
    if (!page || !after.has(id) || after.has(page.id)) continue;
    if (isRemoved) after.delete(id);
    else if (page.allowed) after.add(page.id);
  }
  return after;
}

/** What another role has, as far as this one may have it, and how many permissions that leaves out. */
export function adoptPermissions(
  tree: readonly PermissionNode[],
  other: readonly PermissionNode[],
): { ids: Set<number>; left_out: number } {
  const allowed = new Set(tree.filter((node) => node.allowed).map(({ id }) => id));
  const held = other.filter(({ checked }) => checked).map(({ id }) => id);
  const ids = new Set(held.filter((id) => allowed.has(id)));
  return { ids, left_out: held.length - ids.size };
}

/** What a role may do on a page: `all` of it, or the titles of what it may. Pages without anything are left out. */
export type PageSummary = { key: string; title: string; may: 'all' | readonly string[] };

export function summarise(
  groups: readonly MatrixGroup[],
  chosen: ReadonlySet<number>,
): { key: string; title: string; pages: PageSummary[] }[] {
  return groups.flatMap(({ key, title, rows }) => {
    const pages = rows.flatMap((row): PageSummary[] => {
      const boxes = boxesOf(row);
      const held = boxes.filter(({ ids }) => ticksOf(ids, chosen) !== 'none');
      if (held.length === 0) return [];
      const isAll = held.length === boxes.length && boxes.length > 1;
      return [{ key: row.key, title: row.title, may: isAll ? 'all' : held.map((box) => box.title) }];
    });
    return pages.length > 0 ? [{ key, title, pages }] : [];
  });
}
