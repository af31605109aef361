export type TreeRow = { readonly id: number; readonly parent_id: number | null; readonly sort: number };

export type TreePlace = { readonly id: number; readonly lft: number; readonly rgt: number; readonly level: number };

const compareRows = (a: TreeRow, b: TreeRow): number => a.sort - b.sort || a.id - b.id;

function groupByParent<Row extends TreeRow>(rows: readonly Row[]): Map<number | null, Row[]> {
  const groups = new Map<number | null, Row[]>();
  for (const row of [...rows].sort(compareRows)) {
    const group = groups.get(row.parent_id);
    if (group) group.push(row);
    else groups.set(row.parent_id, [row]);
  }
  return groups;
}

/**
 * Borders and levels (roots have level 1) of every row reachable from a root, in depth-first order. Rows in a loop or below
 * a missing parent are left out: fewer places than rows means that the tree is broken.
 */
export function buildNestedSet(rows: readonly TreeRow[]): TreePlace[] {
  const children = groupByParent(rows);
  const places: { id: number; lft: number; rgt: number; level: number }[] = [];
  let border = 0;
  const open: { place: (typeof places)[number] | null; rest: TreeRow[] }[] = [
    { place: null, rest: [...(children.get(null) ?? [])].reverse() },
  ];
  for (let top = open[0]; top; top = open[open.length - 1]) {
    const next = top.rest.pop();
    if (next) {
      const place = { id: next.id, lft: (border += 1), rgt: 0, level: open.length };
      places.push(place);
      open.push({ place, rest: [...(children.get(next.id) ?? [])].reverse() });
    } else {
      if (top.place) top.place.rgt = border += 1;
      open.pop();
    }
  }
  return places;
}

/** The ids of a row and all its descendants; loops are safe. */
export function subtreeIds(rows: readonly TreeRow[], id: number): Set<number> {
  const children = groupByParent(rows);
  const ids = new Set([id]);
  for (const next of ids) for (const child of children.get(next) ?? []) ids.add(child.id);
  return ids;
}

export type NodeMove = {
  readonly id: number;
  readonly parent_id: number | null;
  /** The sibling it comes before; null for the last place. */
  readonly before_id: number | null;
};

/**
 * The rows whose parent or order a move changes, with siblings renumbered from 1. Null when the move is impossible: an
 * unknown row or parent, a parent inside the moved subtree, or a `before_id` that is not a child of that parent.
 */
export function moveNode<Row extends TreeRow>(
  rows: readonly Row[],
  { id, parent_id, before_id }: NodeMove,
): TreeRow[] | null {
  const node = rows.find((row) => row.id === id);
  const hasParent = parent_id === null || rows.some((row) => row.id === parent_id);
  if (!node || !hasParent || (parent_id !== null && subtreeIds(rows, id).has(parent_id))) return null;
  const siblings = (groupByParent(rows).get(parent_id) ?? []).filter((row) => row.id !== id);
  const place = before_id === null ? siblings.length : siblings.findIndex((row) => row.id === before_id);
  if (place < 0) return null;
  const ordered = [...siblings.slice(0, place), node, ...siblings.slice(place)];
  return ordered
    .map((row, index) => ({ before: row, after: { id: row.id, parent_id, sort: index + 1 } }))
    .filter(({ before, after }) => before.sort !== after.sort || before.parent_id !== after.parent_id)
    .map(({ after }) => after);
}

/** Whether stored borders and levels form a nested set consistent with the parents. */
export function isValidNestedSet(rows: readonly (TreePlace & { readonly parent_id: number | null })[]): boolean {
  const open: (typeof rows)[number][] = [];
  let border = 0;
  const close = (): void => {
    open.pop();
    border += 1;
  };
  for (const row of [...rows].sort((a, b) => a.lft - b.lft)) {
    while (open.length > 0 && open[open.length - 1]?.rgt === border + 1) close();
    const parent = open[open.length - 1];
    if (
      row.lft !== border + 1 ||
      row.rgt <= row.lft ||
      row.level !== open.length + 1 ||
      (parent?.id ?? null) !== row.parent_id
    )
      return false;
    if (parent && row.rgt >= parent.rgt) return false;
    open.push(row);
    border += 1;
  }
  while (open.length > 0 && open[open.length - 1]?.rgt === border + 1) close();
  return open.length === 0;
}
