import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { PermissionNode } from '@kaike/shared/contracts/people/roles';
import { matrixOf, press } from './matrix.ts';
import { PermissionMatrix } from './permission-matrix.tsx';

const node = (id: number, parentId: number | null, title: string, key = ''): PermissionNode => ({
  id,
  parent_id: parentId,
  key,
  wording: null,
  title,
  is_folder: key === '',
  allowed: key !== '' && !key.endsWith('.delete'),
  checked: false,
});
const tree = [
  node(1, null, '教学'),
  node(2, 1, '课程', 'courses.list'),
  node(3, 2, '新建', 'courses.create'),
  node(4, 2, '删除', 'courses.delete'),
  node(5, 2, '发布', 'courses.publish'),
  node(6, 1, '老师', 'teachers.list'),
  node(7, 6, '新建', 'teachers.create'),
  node(8, null, '系统'),
  node(9, 8, '日志', 'logs.list'),
];
const groups = matrixOf(tree, '查看');

function Matrix({ disabled = false }: { disabled?: boolean }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set([2, 6]));
  return (
    <PermissionMatrix
      groups={groups}
      isSearch={false}
      held={new Set([2, 6])}
      chosen={chosen}
      disabled={disabled}
      press={(ids) => setChosen(press(tree, { before: chosen, ids }))}
      word={(key) => key}
    />
  );
}

const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const nameOfFocus = (): string | null | undefined => document.activeElement?.getAttribute('aria-label');
const key = (name: string): void => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name });

describe('the permission matrix', () => {
  it('has one tab stop, and the arrow keys go from box to box, also over rows with fewer of them', () => {
    const { container } = render(<Matrix />);
    expect(container.querySelectorAll('input[tabindex="0"], button[tabindex="0"]')).toHaveLength(1);
    box('课程 · 新建').focus();
    key('ArrowDown');
    expect(nameOfFocus()).toBe('老师 · 新建');
    expect(container.querySelectorAll('input[tabindex="0"], button[tabindex="0"]')).toHaveLength(1);
    key('ArrowLeft');
    expect(nameOfFocus()).toBe('老师 · 查看');
    key('ArrowUp');
    key('End');
    expect(nameOfFocus()).toBe('课程 · 发布');
    key('ArrowDown');
    expect(nameOfFocus()).toBe('老师 · 新建');
    key('Home');
    key('ArrowDown');
    expect(screen.getByRole('row', { name: /系统/ }).contains(document.activeElement)).toBe(true);
  });

  it('ticks a column, and marks what differs from what is saved', () => {
    render(<Matrix />);
    fireEvent.click(screen.getAllByRole('checkbox', { name: /^resources\.roles\.all_of/ })[1] ?? document.body);
    expect(box('课程 · 新建 · resources.roles.is_gained').checked).toBe(true);
    expect(box('老师 · 新建 · resources.roles.is_gained').checked).toBe(true);
    fireEvent.click(box('课程 · 查看'));
    expect(box('课程 · 查看 · resources.roles.is_lost').checked).toBe(false);
    expect(box('课程 · 新建').checked).toBe(false);
  });

  it('does not tick what the parent role lacks, and nothing where it may not be changed', () => {
    const { rerender } = render(<Matrix />);
    const locked = box('课程 · 删除 · resources.roles.not_allowed');
    fireEvent.click(locked);
    expect(locked.checked).toBe(false);
    rerender(<Matrix disabled />);
    fireEvent.click(box('老师 · 新建'));
    expect(box('老师 · 新建').checked).toBe(false);
  });

  it('folds groups in which the role has nothing', () => {
    render(<Matrix />);
    expect(screen.queryByRole('checkbox', { name: '日志 · 查看' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '系统' }));
    expect(box('日志 · 查看').checked).toBe(false);
  });
});
