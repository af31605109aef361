import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { configOf } from '../../../../../test/client-config.ts';
import { useConfig } from '../../../../app/config.ts';
import { loadWording, switchLocale } from '../../../../app/wording.ts';
import { LoginPage } from '../login.page.tsx';
import { RegisterPage } from './register.page.tsx';

beforeEach(async () => {
  await switchLocale('zh-CN');
  await loadWording('open');
  useConfig.setState({ config: configOf({ sends: { login: ['sms'], register: ['sms'] } }) });
});
afterEach(() => useConfig.setState({ config: null }));

function show(address: string): void {
  const pages = [
    { path: '/open/login', element: <LoginPage /> },
    { path: '/open/register', element: <RegisterPage /> },
  ];
  render(<RouterProvider router={createMemoryRouter(pages, { initialEntries: [address] })} />);
}

it('focuses the first field on the page that is wrong', async () => {
  show('/open/register');
  const number = await screen.findByRole('textbox', { name: '手机号' });
  fireEvent.click(screen.getByRole('button', { name: '注册' }));
  await waitFor(() => expect(document.activeElement).toBe(number));
});

it('takes over the number typed at the login by one who has no account', async () => {
  show('/open/login');
  fireEvent.change(await screen.findByLabelText('手机号'), { target: { value: '13900550001' } });
  fireEvent.click(screen.getByRole('link', { name: '立即注册' }));
  await screen.findByRole('heading', { name: '注册学员账号' });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '手机号' }).value).toBe('13900550001');
});
