import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { loadWording } from '../../app/wording.ts';
import { HomeLayout } from './home-layout.tsx';

afterEach(() => vi.restoreAllMocks());

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
