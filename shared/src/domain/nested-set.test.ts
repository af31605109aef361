import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildNestedSet, isValidNestedSet, moveNode, subtreeIds, type TreeRow } from './nested-set.ts';

const row = (id: number, parentId: number | null, sort = 0): TreeRow => ({ id, parent_id: parentId, sort });
const rows = [row(1, null), row(2, 1, 2), row(3, 1, 1), row(4, 2), row(5, null)];

const withBorders = (tree: readonly TreeRow[]): Parameters<typeof isValidNestedSet>[0] =>
  buildNestedSet(tree).map((place) => ({
    ...place,
    parent_id: tree.find(({ id }) => id === place.id)?.parent_id ?? null,
  }));

/** Each row's parent is an earlier row, which makes it a tree; ids are shuffled by a stride. */
const anyTree = fc
  .array(fc.tuple(fc.nat(), fc.integer({ min: -3, max: 3 })), { maxLength: 60 })
  .map((choices) =>
    choices.map(([choice, sort], index) =>
      row(
        ((index * 37) % 61) + 1,
        index === 0 || choice % (index + 1) === index ? null : (((choice % (index + 1)) * 37) % 61) + 1,
        sort,
      ),
    ),
  );

test('builds borders by sort, then id', () => {
  expect(buildNestedSet(rows)).toEqual([
    { id: 1, lft: 1, rgt: 8, level: 1 },
    { id: 3, lft: 2, rgt: 3, level: 2 },
    { id: 2, lft: 4, rgt: 7, level: 2 },
    { id: 4, lft: 5, rgt: 6, level: 3 },
    { id: 5, lft: 9, rgt: 10, level: 1 },
  ]);
  expect(buildNestedSet([])).toEqual([]);
});

test('leaves out loops and orphans', () => {
  expect(buildNestedSet([row(1, 2), row(2, 1), row(3, 9), row(4, null)]).map(({ id }) => id)).toEqual([4]);
});

test('builds a chain of 50,000', () => {
  const chain = Array.from({ length: 50_000 }, (_, index) => row(index + 1, index === 0 ? null : index));
  expect(buildNestedSet(chain)[0]).toEqual({ id: 1, lft: 1, rgt: 100_000, level: 1 });
});

test('a built set is valid, and borders identify descendants', () => {
  fc.assert(
    fc.property(anyTree, (tree) => {
      const places = withBorders(tree);
      expect(places).toHaveLength(tree.length);
      expect(isValidNestedSet(places)).toBe(true);
      for (const place of places) {
        const inside = places.filter((other) => other.lft >= place.lft && other.rgt <= place.rgt).map(({ id }) => id);
        expect(new Set(inside)).toEqual(subtreeIds(tree, place.id));
      }
    }),
  );
});

test('any single change of a border, level or parent is detected', () => {
  fc.assert(
    fc.property(
      anyTree,
      fc.nat(),
      fc.constantFrom('lft', 'rgt', 'level', 'parent_id'),
      fc.constantFrom(-1, 1, 100),
      (tree, at, key, change) => {
        fc.pre(tree.length > 0);
        const broken = withBorders(tree).map((place, index) =>
          index === at % tree.length ? { ...place, [key]: (place[key as 'lft'] ?? 0) + change } : place,
        );
        expect(isValidNestedSet(broken)).toBe(false);
      },
    ),
  );
});

describe('moveNode', () => {
  test.each<[string, number, number | null, number | null, TreeRow[] | null]>([
    ['before a sibling', 2, 1, 3, [row(2, 1, 1), row(3, 1, 2)]],
    ['to the end of another parent', 3, 5, null, [row(3, 5, 1)]],
    ['to the top', 4, null, 1, [row(4, null, 1), row(1, null, 2), row(5, null, 3)]],
    ['under itself', 2, 2, null, null],
    ['under its child', 1, 4, null, null],
    ['an unknown row', 9, null, null, null],
    ['under an unknown row', 2, 9, null, null],
    ['before a row elsewhere', 2, 5, 3, null],
  ])('%s', (_, id, parentId, beforeId, changed) => {
    expect(moveNode(rows, { id, parent_id: parentId, before_id: beforeId })).toEqual(changed);
  });
  test('keeps a tree of the same rows, with the row in its new place', () => {
    fc.assert(
      fc.property(anyTree, fc.nat(), fc.nat(), (tree, which, where) => {
        fc.pre(tree.length > 1);
        const id = tree[which % tree.length]?.id ?? 0;
        const target = tree[where % tree.length];
        const before = target && target.id !== id ? target : null;
        const changed = moveNode(tree, { id, parent_id: before?.parent_id ?? null, before_id: before?.id ?? null });
        if (!changed) {
          expect(subtreeIds(tree, id).has(before?.parent_id ?? 0)).toBe(true);
          return;
        }
        const after = tree.map((old) => changed.find((row_) => row_.id === old.id) ?? old);
        const order = buildNestedSet(after)
          .filter(({ id: other }) => after.find((row_) => row_.id === other)?.parent_id === (before?.parent_id ?? null))
          .map((place) => place.id);
        expect(order).toHaveLength(after.filter((row_) => row_.parent_id === (before?.parent_id ?? null)).length);
        expect(order.indexOf(id)).toBe(before ? order.indexOf(before.id) - 1 : order.length - 1);
        expect(buildNestedSet(after)).toHaveLength(tree.length);
      }),
    );
  });
});
