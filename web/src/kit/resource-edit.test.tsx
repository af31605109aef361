import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useRouteError } from 'react-router';
import { expect, it, vi } from 'vitest';
import { ResourceEditPage } from './resource-edit.page.tsx';

/** What the area shows in place of a page that failed. */
function StatusOfError() {
  const error = useRouteError();
  return <p>{error instanceof Response ? error.status : 'no answer'}</p>;
}

it.each(['abc', '1.5', '1e3', '-1', ' '])('a URL with the id "%s" is answered by 404, and stays', async (id) => {
  // React logs what a page throws.
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const path = `/admin/courses/${encodeURIComponent(id)}`;
  const router = createMemoryRouter(
    [{ path: '/admin/courses/:id', element: <ResourceEditPage />, errorElement: <StatusOfError /> }],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  expect(await screen.findByText('404')).toBeTruthy();
  expect(router.state.location.pathname).toBe(path);
  log.mockRestore();
});

it.each(['courses', 'card-batches', 'agencies'])(
  'the address of a new row of %s opens its form beside the list',
  async (name) => {
    const router = createMemoryRouter(
      [
        { path: `/admin/${name}`, element: <p>list</p> },
        { path: `/admin/${name}/:id`, element: <ResourceEditPage /> },
      ],
      { initialEntries: ['/admin', `/admin/${name}/create`], initialIndex: 1 },
    );
    render(<RouterProvider router={router} />);
    expect(await screen.findByText('list')).toBeTruthy();
    expect(router.state.location).toMatchObject({ pathname: `/admin/${name}`, search: '?open=0' });
    expect(router.state.historyAction).toBe('REPLACE');
  },
);

it('has no such address where nothing is created', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const router = createMemoryRouter(
    [{ path: '/admin/logs/:id', element: <ResourceEditPage />, errorElement: <StatusOfError /> }],
    { initialEntries: ['/admin/logs/create'] },
  );
  render(<RouterProvider router={router} />);
  expect(await screen.findByText('404')).toBeTruthy();
  log.mockRestore();
});
