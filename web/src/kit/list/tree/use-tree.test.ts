import { expect, it } from 'vitest';
import { subjects } from '@kaike/shared/resources/catalog/subjects';
import { teachers } from '@kaike/shared/resources/catalog/teachers';
import { showsTree } from './shows-tree.ts';
import { asBranches, flatten, mayStandBelow } from './use-tree.ts';

const row = (id: number, parent: number | null) => ({ id, parent_id: parent });
const outline = (rows: ReturnType<typeof flatten>): string =>
  rows.map(({ row: { id }, depth, has_children: isFull }) => `${'-'.repeat(depth)}${id}${isFull ? '+' : ''}`).join(' ');

it('a row lands below any other one, but not below itself, its children or the parent it has', () => {
  const at = (id: number, parent: number | null) =>
    [id, { row: row(id, parent), depth: 0, has_children: false, cut: [] }] as const;
  const rows = new Map([at(1, null), at(2, 1), at(3, 2), at(4, null)]);
  const places = (id: number) => [1, 2, 3, 4].filter((parent) => mayStandBelow(rows, id, parent));
  expect([places(1), places(2), places(3), places(4)]).toEqual([[4], [4], [1, 4], [1, 2, 3]]);
  expect([1, 2].map((id) => mayStandBelow(rows, id, 0))).toEqual([false, true]);
});

it('shows the children of open rows below them, as far as they have loaded', () => {
  const branches = new Map([
    [0, { data: [row(1, null), row(2, null)], with_children: [1, 2], is_cut: false }],
    [1, { data: [row(3, 1)], with_children: [3], is_cut: true }],
  ]);
  expect(outline(flatten(branches, () => false))).toBe('1+ 2+');
  expect(outline(flatten(branches, () => true))).toBe('1+ -3+ 2+');
});

it('says behind the last shown row of a parent that it has more', () => {
  const branches = new Map([
    [0, { data: [row(1, null)], with_children: [1], is_cut: true }],
    [1, { data: [row(3, 1), row(4, 1)], with_children: [], is_cut: true }],
  ]);
  expect(flatten(branches, () => true).map(({ row: { id }, cut }) => [id, cut])).toEqual([
    [1, []],
    [3, []],
    [4, [1, 0]],
  ]);
});

it('shows what a keyword finds with the path to it; a hit does not open further', () => {
  const branches = asBranches({
    data: [row(1, null), row(3, 1), row(7, 3), row(9, 4)],
    with_children: [1, 3, 7],
    is_cut: false,
  });
  // The parent of 9 is outside what this person sees.
  expect(outline(flatten(branches, () => true))).toBe('1+ -3+ --7 9');
});

it.each([
  ['', true],
  ['per_page=50', true],
  ['where[_keyword]=a', true],
  ['where[_keyword]=a&where[_key]=name', false],
  ['where[status]=1', false],
  ['order[sort]=asc', false],
  ['page=2', false],
])('a list with “%s” is a tree: %s', (search, isTree) => {
  const state = { search, get: (key: string) => new URLSearchParams(search).get(key) ?? '' };
  expect(showsTree(subjects, state)).toBe(isTree);
  expect(showsTree(subjects, { ...state, get: (key) => (key === 'look' ? 'table' : state.get(key)) })).toBe(false);
  expect(showsTree(teachers, { ...state, get: (key) => (key === 'look' ? 'tree' : state.get(key)) })).toBe(false);
});
