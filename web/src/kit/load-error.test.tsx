import { render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { LoadError } from './load-error.tsx';

it('offers a retry after a network failure', () => {
  const retry = vi.fn<() => void>();
  render(<LoadError error={new ApiError(0, {})} retry={retry} />);
  screen.getByRole('button', { name: 'kit.retry' }).click();
  expect(retry).toHaveBeenCalledOnce();
});

it('shows that a permission is missing, not that the network failed', () => {
  render(<LoadError error={new ApiError(403, { message: '没有权限' })} retry={() => undefined} />);
  expect(screen.getByRole('alert').textContent).toContain('common.pages.403.title');
  expect(screen.queryByRole('button', { name: 'kit.retry' })).toBeNull();
});

it('shows why it was refused, with a back button', () => {
  render(<LoadError error={new ApiError(404, { message: '记录不存在' })} retry={() => undefined} />);
  expect(screen.getByRole('alert').textContent).toContain('记录不存在');
  expect(screen.queryByRole('button', { name: 'kit.retry' })).toBeNull();
});

it('offers no second way back where the page has one', () => {
  render(<LoadError error={new ApiError(404, { message: '记录不存在' })} retry={() => undefined} hasBack />);
  expect(screen.getByRole('alert').textContent).toContain('记录不存在');
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows a refusal without offering a retry', () => {
  render(<LoadError error={new ApiError(403, { message: '您没有权限执行此操作' })} retry={() => undefined} />);
  expect(screen.getByRole('alert').textContent).toContain('common.pages.403.title');
  expect(screen.queryByRole('button', { name: 'kit.retry' })).toBeNull();
});

it('does not blame the network for a server error, and shows the request id', () => {
  render(
    <LoadError error={new ApiError(500, { message: '服务器内部错误', request_id: 'r-1' })} retry={() => undefined} />,
  );
  const text = screen.getByRole('alert').textContent;
  expect(text).toContain('服务器内部错误');
  expect(text).toContain('kit.load_failed_number');
  expect(text).not.toContain('kit.load_failed_hint');
  expect(screen.getByRole('button', { name: 'kit.retry' })).toBeTruthy();
});

it('loads again by itself when the browser is back online', async () => {
  const retry = vi.fn<() => void>();
  const { unmount } = render(<LoadError error={new ApiError(0, {})} retry={retry} />);
  await waitFor(() => {
    window.dispatchEvent(new Event('online'));
    expect(retry).toHaveBeenCalled();
  });
  unmount();
});
