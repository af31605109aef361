import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { userOf } from '../../../../test/session-users.ts';
import { useSession } from '../../../app/session.ts';
import { ChangePasswordPage } from './change-password.page.tsx';

const start = useSession.getState();
afterEach(() => useSession.setState(start, true));

it.each([
  [false, ['/home/personage/index']],
  [true, []],
])('leads back to the personal centre, unless the password has to be changed first (%s)', (must, links) => {
  useSession.setState({ user: userOf({ must_change_password: must }) });
  render(
    <MemoryRouter>
      <ChangePasswordPage />
    </MemoryRouter>,
  );
  expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(links);
});
