import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { ResourceEditPage } from './resource-edit.page.tsx';

it.each(['abc', '1.5', '1e3', '-1', ' '])('a URL with the id "%s" leads to the 404 page', async (id) => {
  const router = createMemoryRouter(
    [
      { path: '/admin/courses/:id', element: <ResourceEditPage /> },
      { path: '/admin/404', element: <p>页面不存在</p> },
    ],
    { initialEntries: [`/admin/courses/${encodeURIComponent(id)}`] },
  );
  render(<RouterProvider router={router} />);
  expect(await screen.findByText('页面不存在')).toBeTruthy();
});
