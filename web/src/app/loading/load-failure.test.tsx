import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { loadWording } from '../wording.ts';
import { LoadFailure } from './load-failure.tsx';

beforeAll(() => loadWording('home'));

const show = (status: number, message: string) =>
  render(
    <MemoryRouter>
      <LoadFailure error={new ApiError(status, { message })} retry={vi.fn<() => void>()} />
    </MemoryRouter>,
  );

it('what is gone says so, leads back, and offers no retry that would be refused again', () => {
  show(404, '没有找到这个页面，它可能已停用。');
  expect(screen.getByRole('alert').textContent).toContain('没有找到这个页面，它可能已停用');
  expect(screen.queryByText('加载失败')).toBeNull();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['返回']);
});

it('what failed can be tried again', () => {
  show(500, '');
  expect(screen.getByText('加载失败')).toBeTruthy();
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy();
});
