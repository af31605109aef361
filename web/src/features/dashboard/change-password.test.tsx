import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { switchLocale } from '../../app/wording.ts';
import { ChangePasswordPage } from './change-password.page.tsx';

beforeEach(() => switchLocale('zh-CN'));

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
