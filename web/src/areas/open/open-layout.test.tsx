import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { loadWording } from '../../app/wording.ts';
import { OpenLayout } from './open-layout.tsx';

it.each([
  ['/open/login', true],
  ['/open/register', true],
  ['/open/other-login/github', true],
  ['/open/first-login/abc', true],
  ['/open/404', false],
  ['/open/403', false],
  ['/open/500', false],
  ['/open/503', false],
  ['/open/nowhere', false],
  ['/open/login-help', false],
  ['/nowhere', false],
  ['/open/courses/7', false],
])('describes the school beside forms only: %s %s', async (address, isBesideForm) => {
  await loadWording('open');
  render(
    <RouterProvider
      router={createMemoryRouter([{ element: <OpenLayout />, children: [{ path: '*', element: <p>page</p> }] }], {
        initialEntries: [address],
      })}
    />,
  );
  await screen.findByText('page');
  await act(async () => undefined);
  expect(screen.queryByText(/一张学习卡/) !== null).toBe(isBesideForm);
  expect(screen.queryByRole('complementary') !== null).toBe(isBesideForm);
});
