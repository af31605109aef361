import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { switchLocale } from '../../../app/wording.ts';
import { ChangePasswordPage } from './change-password.page.tsx';

beforeEach(() => switchLocale('zh-CN'));
afterEach(() => vi.restoreAllMocks());

it('shows how strong the new password is, as the personal centre does', async () => {
  render(
    <MemoryRouter>
      <ChangePasswordPage />
    </MemoryRouter>,
  );
  const type = (password: string): void =>
    void fireEvent.change(document.getElementById('password') as HTMLElement, { target: { value: password } });
  type('abcdefg');
  expect((await screen.findByRole('status')).dataset['level']).toBe('1');
  type('Kaike-2026-开课!');
  expect(screen.getByRole('status').dataset['level']).toBe('3');
});

it.each([
  [7, '/admin/agency-home'],
  [null, '/admin/index'],
])('after the first password an agency goes on to its desk: %s', async (agency, start) => {
  const admin = { id: 1, is_super: false, roles: [], permissions: ['admin.agency-home.list'], agency_id: agency };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ _token: 'T', message: '', user: { id: 3, must_change_password: false, admin }, lifetime: 120 }),
  );
  const router = createMemoryRouter([{ path: '*', element: <ChangePasswordPage /> }], {
    initialEntries: ['/admin/personage/password'],
  });
  render(<RouterProvider router={router} />);
  for (const [id, value] of Object.entries({
    old_password: 'first-1',
    password: 'Kaike-2026',
    password_confirmation: 'Kaike-2026',
  }))
    fireEvent.change(document.getElementById(id) as HTMLElement, { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: 'kit.save' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(start));
});
