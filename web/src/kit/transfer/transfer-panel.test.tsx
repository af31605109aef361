import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { loadWording, switchLocale } from '../../app/wording.ts';
import { TransferPanel } from './transfer-panel.tsx';
import { idle, useTransfer } from './transfer-state.ts';

afterEach(() => useTransfer.setState({ ...idle, end: null }));

it.each([
  ['export', '正在导出教师', '教师导出完成'],
  ['import', '正在导入教师', '教师导入完成'],
] as const)('shows that an %s has finished, not that it is running', async (kind, running, finished) => {
  await switchLocale('zh-CN');
  await loadWording('admin');
  useTransfer.setState({ ...idle, state: 'running', kind, title: '教师', rows: 400, progress: 80 });
  render(<TransferPanel />);
  expect(screen.getByText(running).tagName).toBe('STRONG');
  expect(screen.getByRole('button', { name: /暂\s*停/ })).toBeDefined();
  act(() => useTransfer.setState({ state: 'finished', progress: 100, rows: 500 }));
  expect(screen.getByText(finished).tagName).toBe('STRONG');
  expect(screen.queryByText(running)).toBeNull();
  expect(screen.queryAllByRole('button')).toEqual([]);
});
