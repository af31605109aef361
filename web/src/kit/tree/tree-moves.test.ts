import { expect, test } from 'vitest';
import { flattenTree, moveRow, type TreeNode } from './tree-moves.ts';

/** `A(1,2)` is a row A with the rows 1 and 2 below it. */
function tree(text: string): TreeNode<null>[] {
  return [...text.matchAll(/(\w+)(?:\(([\w,]*)\))?/g)].map(([, id = '', children = '']) => ({
    id,
    data: null,
    children: children
      .split(',')
      .filter(Boolean)
      .map((child) => ({ id: child, data: null, children: [] })),
  }));
}
const write = (nodes: readonly TreeNode<null>[] | null): string | null =>
  nodes && nodes.map(({ id, children }) => `${id}(${(children ?? []).map((child) => child.id).join()})`).join(' ');

const start = 'A(1,2,3) B(4,5) C()';

test.each([
  ['down inside its chapter', '1', '3', 'A(2,3,1) B(4,5) C()'],
  ['up inside its chapter', '3', '1', 'A(3,1,2) B(4,5) C()'],
  ['down onto a chapter: its first', '1', 'B', 'A(2,3) B(1,4,5) C()'],
  ['down onto a row of another chapter', '1', '4', 'A(2,3) B(4,1,5) C()'],
  ['up onto a row of another chapter', '5', '2', 'A(1,5,2,3) B(4) C()'],
  ['up onto its own chapter: the last of the one before', '4', 'B', 'A(1,2,3,4) B(5) C()'],
  ['up above everything: the first of the first', '5', 'A', 'A(5,1,2,3) B(4) C()'],
  ['into an empty chapter', '2', 'C', 'A(1,3) B(4,5) C(2)'],
  ['a chapter down, with what it holds', 'A', 'B', 'B(4,5) A(1,2,3) C()'],
  ['a chapter to the end', 'A', 'C', 'B(4,5) C() A(1,2,3)'],
  ['a chapter up', 'C', 'A', 'C() A(1,2,3) B(4,5)'],
])('%s', (_, active, over, expected) => {
  expect(write(moveRow(tree(start), active, over))).toBe(expected);
});

test.each([
  ['1', '1'],
  ['x', '1'],
  ['1', 'x'],
  ['A', '4'],
])('%s dropped on %s changes nothing', (active, over) => {
  expect(moveRow(tree(start), active, over)).toBeNull();
});

test('no row is lost or duplicated, wherever it is dropped', () => {
  const ids = (nodes: readonly TreeNode<null>[]): string =>
    flattenTree(nodes)
      .map(({ node }) => node.id)
      .sort()
      .join();
  const all = flattenTree(tree(start)).map(({ node }) => node.id);
  for (const active of all)
    for (const over of all) {
      const moved = moveRow(tree(start), active, over);
      if (moved) expect(ids(moved)).toBe(ids(tree(start)));
    }
});
