import { describe, expect, it } from 'vitest';
import type { PermissionNode } from '@kaike/shared/contracts/roles';
import { searchNodes, visibleNodes, tick } from './permission-nodes.ts';

const node = (id: number, parentId: number | null, title: string, isFolder = false): PermissionNode => ({
  id,
  parent_id: parentId,
  key: '',
  wording: null,
  title,
  is_folder: isFolder,
  allowed: true,
  checked: false,
});
const tree = [
  node(1, null, '教学', true),
  node(2, 1, '课程'),
  node(3, 2, '新建'),
  node(4, 2, '导出'),
  node(5, 1, '老师'),
  node(6, null, '空', true),
];
const visible = visibleNodes(tree, '查看');

describe('the permission tree', () => {
  it('shows viewing as the first permission of a page, and no empty heading', () => {
    expect(visible).toMatchObject([
      {
        key: 'folder:1',
        children: [
          { key: 'page:2', children: [{ key: 'id:2', title: '查看' }, { key: 'id:3' }, { key: 'id:4' }] },
          { key: 'id:5', title: '老师' },
        ],
      },
    ]);
  });

  it('finds a page with everything below it, and an operation with its page', () => {
    expect(searchNodes(visible, '课程')).toMatchObject([
      { key: 'folder:1', children: [{ key: 'page:2', children: [{ key: 'id:2' }, { key: 'id:3' }, { key: 'id:4' }] }] },
    ]);
    expect(searchNodes(visible, '导出')).toMatchObject([
      { children: [{ key: 'page:2', children: [{ key: 'id:4' }] }] },
    ]);
    expect(searchNodes(visible, '没有')).toEqual([]);
  });

  it('ticks viewing with an operation, and unticks the operations with viewing', () => {
    expect(tick(tree, { before: [], matches: visible, keys: ['id:3'] })).toEqual([2, 3]);
    expect(tick(tree, { before: [2, 3, 4], matches: visible, keys: ['id:3', 'id:4'] })).toEqual([]);
    expect(
      tick(tree, { before: [2, 3], matches: visible, keys: ['folder:1', 'page:2', 'id:2', 'id:3', 'id:4', 'id:5'] }),
    ).toEqual([2, 3, 4, 5]);
  });

  it('leaves permissions hidden by a search unchanged', () => {
    expect(tick(tree, { before: [2, 3, 5], matches: searchNodes(visible, '导出'), keys: ['id:4'] })).toEqual([
      2, 3, 4, 5,
    ]);
  });
});
