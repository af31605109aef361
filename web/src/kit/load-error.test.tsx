import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { LoadError } from './load-error.tsx';

it('offers to try again what did not arrive', () => {
  const retry = vi.fn();
  render(<LoadError error={new ApiError(0, {})} retry={retry} />);
  screen.getByRole('button', { name: 'kit.retry' }).click();
  expect(retry).toHaveBeenCalledOnce();
});

it('says why it was refused, and leads back', () => {
  render(<LoadError error={new ApiError(404, { message: '记录不存在' })} retry={() => undefined} />);
  expect(screen.getByRole('alert').textContent).toContain('记录不存在');
  expect(screen.queryByRole('button', { name: 'kit.retry' })).toBeNull();
});
