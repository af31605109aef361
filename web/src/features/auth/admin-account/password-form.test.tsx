import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PasswordForm } from './password-form.tsx';

afterEach(() => vi.restoreAllMocks());

it('compares the repeated password before anything is sent', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch');
  render(<PasswordForm done={() => undefined} />);
  const input = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
  const type = (id: string, value: string): void => void fireEvent.change(input(id), { target: { value } });
  type('old_password', 'Kaike-2026');
  type('password', 'Kaike-2027');
  type('password_confirmation', 'Kaike-2028');
  await act(async () => {
    fireEvent.click(screen.getAllByRole('button').at(-1) as HTMLElement);
  });
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(document.activeElement).toBe(input('password_confirmation'));
  expect(fetch).not.toHaveBeenCalled();
  type('password', 'Kaike-2028');
  expect(screen.queryAllByRole('alert')).toHaveLength(0);
});
