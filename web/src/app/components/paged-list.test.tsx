import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { loadWording } from '../wording.ts';
import { PagedList } from './paged-list.tsx';

beforeEach(() => loadWording('home'));

const list = {
  data: undefined as { pages: { data: string[] }[] } | undefined,
  error: null as unknown,
  refetch: vi.fn<() => void>(),
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage: vi.fn<() => void>(),
};

const show = (changes: Partial<typeof list>): void => {
  render(
    <PagedList list={{ ...list, ...changes }} empty={<p>暂无</p>}>
      {(rows) => <p>{rows.join('、')}</p>}
    </PagedList>,
  );
};

it('shows the rows of all pages that have loaded, and loads the next', () => {
  show({ data: { pages: [{ data: ['一', '二'] }, { data: ['三'] }] }, hasNextPage: true });
  expect(screen.getByText('一、二、三')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '更多' }));
  expect(list.fetchNextPage).toHaveBeenCalledOnce();
});

it('says that there are none only once that is known', () => {
  show({});
  expect(screen.queryByText('暂无')).toBeNull();
  show({ data: { pages: [{ data: [] }] } });
  expect(screen.getByText('暂无')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('keeps what has loaded when more could not be', () => {
  const rows = { pages: [{ data: ['一'] }] };
  show({ data: rows, error: new Error('away') });
  expect(screen.getByText('一')).toBeTruthy();
});
