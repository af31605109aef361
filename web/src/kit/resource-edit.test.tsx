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
