import { describe, expect, it } from 'vitest';
import type { PermissionNode } from '@kaike/shared/contracts/people/roles';
import { boxesOf, matrixOf, press, searchMatrix, summarise, adoptPermissions, ticksOf } from './matrix.ts';

type Short = [id: number, parentId: number | null, title: string, key?: string, more?: Partial<PermissionNode>];
const node = ([id, parentId, title, key = '', more = {}]: Short): PermissionNode => ({
  id,
  parent_id: parentId,
  key,
  wording: null,
  title,
  is_folder: key === '',
  allowed: key !== '',
  checked: false,
  ...more,
});
const tree = (
  [
    [1, null, '教学'],
    [2, 1, '课程', 'courses.list'],
    [3, 2, '查看', 'courses.show'],
    [4, 2, '新建', 'courses.create'],
    [5, 2, '导出', 'courses.export', { allowed: false }],
    [6, 2, '发布或下架', 'courses.change-status'],
    [7, 1, '老师', 'teachers.list'],
    [8, null, '空'],
  ] satisfies Short[]
).map(node);
const matrix = matrixOf(tree, '查看');
const [courses, teachers] = matrix[0]?.rows ?? [];
const idsOf = (title: string): readonly number[] =>
  (courses ? boxesOf(courses) : []).find((box) => box.title === title)?.ids ?? [];

describe('the permission matrix', () => {
  it('has a group for each heading with pages, a row for each page, and a column for each common operation', () => {
    expect(matrix.map(({ title, rows }) => [title, rows.map((row) => row.title)])).toEqual([
      ['教学', ['课程', '老师']],
    ]);
    expect(courses?.boxes).toMatchObject({ view: { ids: [2, 3] }, create: { ids: [4] }, export: { can_grant: false } });
    expect(courses?.others).toMatchObject([{ title: '发布或下架', ids: [6] }]);
    expect(teachers?.boxes).toMatchObject({ view: { ids: [7] } });
  });

  it('offers nothing that the parent role lacks', () => {
    const all = (courses ? boxesOf(courses) : []).flatMap(({ ids }) => ids);
    expect([...press(tree, { before: new Set(), ids: all })]).not.toContain(5);
  });

  it('finds a page by its title, and by the title of a permission', () => {
    expect(searchMatrix(matrix, '课程')).toMatchObject([{ rows: [{ title: '课程' }] }]);
    expect(searchMatrix(matrix, '下架')).toMatchObject([{ rows: [{ title: '课程' }] }]);
    expect(searchMatrix(matrix, '教学')).toMatchObject([{ rows: [{ title: '课程' }, { title: '老师' }] }]);
    expect(searchMatrix(matrix, '没有')).toEqual([]);
  });

  it('ticks the page with a permission on it, and unticks all of them with the page', () => {
    const published = press(tree, { before: new Set(), ids: idsOf('发布或下架') });
    expect([...published].toSorted()).toEqual([2, 6]);
    expect(ticksOf(idsOf('查看'), published)).toBe('some');
    const viewed = press(tree, { before: published, ids: idsOf('查看') });
    expect([...viewed].toSorted()).toEqual([2, 3, 6]);
    expect([...press(tree, { before: viewed, ids: idsOf('查看') })]).toEqual([]);
  });

  it('presses a part-ticked row to all of it, and then to none', () => {
    const ids = (courses ? boxesOf(courses) : []).flatMap((box) => box.ids);
    const all = press(tree, { before: new Set([2]), ids });
    expect(ticksOf(ids, all)).toBe('all');
    expect(press(tree, { before: all, ids }).size).toBe(0);
  });

  it('takes over what another role has, without what this one may not have', () => {
    const other = tree.map((one) => ({ ...one, checked: [2, 4, 5].includes(one.id) }));
    const { ids, left_out } = adoptPermissions(tree, other);
    expect([[...ids].toSorted(), left_out]).toEqual([[2, 4], 1]);
  });

  it('says what a role may do, page by page', () => {
    expect(summarise(matrix, new Set([2, 3, 4]))).toMatchObject([
      { title: '教学', pages: [{ title: '课程', may: ['查看', '新建'] }] },
    ]);
    expect(summarise(matrix, new Set())).toEqual([]);
  });
});
