import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { loadWording } from '../../app/wording.ts';
import { HomeLayout } from './home-layout.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.doUnmock('../../app/loading/load-chunk.ts');
  vi.resetModules();
});

it.each([
  ['/home/index', 1],
  ['/home/lessons/7', 0],
])('shows once that the network is down: above %s %i times, a lesson shows it itself', async (address, times) => {
  await loadWording('open');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const router = createMemoryRouter(
    [{ path: '/home', element: <HomeLayout />, children: [{ path: '*', element: <p>page</p> }] }],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  await screen.findByText('page');
  expect(screen.queryAllByRole('status')).toHaveLength(times);
});

it('keeps the page when what stands in the corner of a wide bar does not load', async () => {
  await loadWording('open');
  vi.resetModules();
  const loadChunk = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no network')));
  vi.doMock('../../app/loading/load-chunk.ts', () => ({ loadChunk }));
  const [wide, narrow] = [window.matchMedia('all'), window.matchMedia('not all')];
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => (query.includes('min-width') ? wide : narrow));
  const { HomeLayout: Layout } = await import('./home-layout.tsx');
  const children = [
    { path: 'index', element: <p>page</p> },
    { path: 'courses', element: <p>next page</p> },
  ];
  const router = createMemoryRouter([{ path: '/home', element: <Layout />, children }], {
    initialEntries: ['/home/index'],
  });
  render(<RouterProvider router={router} />);
  await screen.findByText('page');
  await waitFor(() => expect(loadChunk).toHaveBeenCalledOnce());
  await act(() => router.navigate('/home/courses'));
  await screen.findByText('next page');
});
