import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { request } from '../../../api/client.ts';
import type { ShownRow } from '../../resource-view.ts';
import { urlOf } from '../../use-resource.ts';

type Branch = { data: ShownRow[]; with_children: number[]; is_cut: boolean };
/** A row in reading order, and how deep it stands; `cut`: parents whose last shown row it ends, though they have more. */
export type ShownTreeRow = { row: ShownRow; depth: number; has_children: boolean; cut: readonly number[] };
export type Tree = {
  rows: ShownTreeRow[];
  loading: boolean;
  error: Error | null;
  isOpen: (id: number) => boolean;
  toggle: (id: number) => void;
  open: (id: number) => void;
};

const parentOf = (row: ShownRow): number => Number(row['parent_id'] ?? 0);

const endOf = (row: ShownTreeRow, parent: number): ShownTreeRow => ({ ...row, cut: [...row.cut, parent] });

/** The loaded rows in reading order: the children of every open row below it. Exported for its test. */
export function flatten(
  branches: ReadonlyMap<number, Branch>,
  isOpen: (id: number) => boolean,
  { parent = 0, depth = 0 }: { parent?: number; depth?: number } = {},
): ShownTreeRow[] {
  const branch = branches.get(parent);
  const full = new Set(branch?.with_children);
  const rows = (branch?.data ?? []).flatMap((row): ShownTreeRow[] => [
    { row, depth, has_children: full.has(row.id), cut: [] },
    ...(full.has(row.id) && isOpen(row.id) ? flatten(branches, isOpen, { parent: row.id, depth: depth + 1 }) : []),
  ]);
  return branch?.is_cut ? rows.map((one, index) => (index < rows.length - 1 ? one : endOf(one, parent))) : rows;
}

/** Whether a row can be moved below another one, 0 for below none: not below itself, a row below itself, or the one it is below already. */
export function mayStandBelow(rows: ReadonlyMap<number, ShownTreeRow>, id: number, parent: number): boolean {
  const above = (one: number): number => parentOf(rows.get(one)?.row ?? { id: 0 });
  for (let at = parent; at !== 0; at = above(at)) if (at === id) return false;
  return above(id) !== parent;
}

/** What a keyword finds comes with the rows above it, each above its children. Exported for its test. */
export function asBranches({ data, with_children: full, is_cut }: Branch): Map<number, Branch> {
  const present = new Set(data.map(({ id }) => id));
  const branches = new Map<number, Branch>();
  for (const row of data) {
    const parent = present.has(parentOf(row)) ? parentOf(row) : 0;
    const branch = branches.get(parent) ?? { data: [], with_children: [], is_cut: is_cut && parent === 0 };
    branch.data.push(row);
    branches.set(parent, branch);
  }
  // Only rows with a hit below them open; the others are hits themselves.
  for (const branch of branches.values()) branch.with_children = full.filter((id) => branches.has(id));
  return branches;
}

/**
 * The rows of a tree: children load when their parent opens; a keyword shows what it finds, with the path to each. They load
 * again with those of `reloadedWith`, too, a resource they say something about.
 */
export function useTree(definition: ResourceDefinition, keyword: string, reloadedWith?: string): Tree {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const parents = useMemo(() => (keyword === '' ? [0, ...opened] : [0]), [keyword, opened]);
  const answers = useQueries({
    queries: parents.map((parent) => ({
      queryKey: [definition.name, 'list', 'tree', parent, keyword],
      meta: { reloaded_with: reloadedWith },
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await request('GET', `${urlOf(definition)}/tree`, {
          signal,
          in_place: true,
          query: keyword === '' ? { parent } : { keyword },
        })) as Branch,
    })),
  });
  const [first] = answers;
  const isOpen = (id: number): boolean => keyword !== '' || opened.has(id);
  const branches =
    keyword === ''
      ? new Map(parents.flatMap((parent, index) => (answers[index]?.data ? [[parent, answers[index].data]] : [])))
      : first?.data
        ? asBranches(first.data)
        : new Map<number, Branch>();
  const set = (change: (ids: Set<number>) => void): void =>
    setOpened((now) => {
      const next = new Set(now);
      change(next);
      return next;
    });
  return {
    rows: flatten(branches, isOpen),
    loading: first?.isPending ?? true,
    error: first?.data ? null : (first?.error ?? null),
    isOpen,
    toggle: (id) =>
      set((ids) => {
        if (!ids.delete(id)) ids.add(id);
      }),
    open: (id) => set((ids) => ids.add(id)),
  };
}
