import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ClientConfig } from '@kaike/shared/contracts/auth/start';
import { configOf } from '../../../../test/client-config.ts';
import { useConfig } from '../../../app/config.ts';
import { loadWording, switchLocale } from '../../../app/wording.ts';
import { ForgotPasswordPage } from './forgot-password.page.tsx';
import { LoginPage } from './login.page.tsx';
import { RegisterForm } from './joining/register-form.tsx';
import { RegisterPage } from './joining/register.page.tsx';

const sending = (sends: Partial<ClientConfig['sends']>, phone = ''): void =>
  useConfig.setState({ config: configOf({ sends, support: { phone } }) });

beforeEach(async () => {
  await switchLocale('zh-CN');
  await loadWording('open');
});
afterEach(() => useConfig.setState({ config: null }));

it('offers neither SMS login nor registration without SMS, and says what to do', async () => {
  sending({});
  render(
    <MemoryRouter>
      <LoginPage />
    </MemoryRouter>,
  );
  expect(await screen.findByLabelText('用户名、邮箱或手机号')).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
  expect(screen.queryByText('立即注册')).toBeNull();
  expect(screen.getByText('还没有账号？可以向学校申请。')).toBeTruthy();
});

it('closes registration where no code can be sent, and says whom to ask', async () => {
  sending({}, '400-800 1234');
  render(
    <MemoryRouter>
      <RegisterPage />
    </MemoryRouter>,
  );
  expect(await screen.findByText(/目前不能在线注册，可以向学校申请账号/)).toBeTruthy();
  expect(document.querySelector('form')).toBeNull();
  expect(await screen.findByRole('button', { name: '联系客服' })).toBeTruthy();
});

it('registers by a mailbox where only mail works, and by either where both do', async () => {
  sending({ register: ['mail'] });
  const { unmount } = render(
    <MemoryRouter>
      <RegisterPage />
    </MemoryRouter>,
  );
  expect(await screen.findByLabelText('邮箱')).toBeTruthy();
  expect(screen.getByLabelText('邮箱验证码')).toBeTruthy();
  expect(screen.queryByLabelText('手机号')).toBeNull();
  unmount();
  sending({ register: ['sms', 'mail'] });
  render(
    <MemoryRouter>
      <RegisterPage />
    </MemoryRouter>,
  );
  expect(await screen.findByLabelText('手机号')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'Member2026' } });
  fireEvent.click(screen.getByRole('tab', { name: '邮箱' }));
  expect(screen.getByRole('textbox', { name: '邮箱' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('密码').value).toBe('Member2026');
});

it('invites by a user name and a password where no code can be sent', async () => {
  render(
    <MemoryRouter>
      <RegisterForm contacts={[]} login="/open/login" backUrl="" invitation="code" />
    </MemoryRouter>,
  );
  const name = await screen.findByRole('textbox', { name: '用户名' });
  expect(screen.getAllByRole('textbox')).toEqual([name]);
  fireEvent.click(screen.getByRole('button', { name: '注册' }));
  expect(name.getAttribute('aria-invalid')).toBe('true');
});

it('asks only for an email address when only mail works, and for nothing when neither does', async () => {
  sending({ reset: ['mail'] });
  const { unmount } = render(
    <MemoryRouter>
      <ForgotPasswordPage />
    </MemoryRouter>,
  );
  expect(await screen.findByLabelText('邮箱')).toBeTruthy();
  unmount();
  sending({});
  render(
    <MemoryRouter>
      <ForgotPasswordPage />
    </MemoryRouter>,
  );
  expect((await screen.findByRole('status')).textContent).toContain('请找为您开通账号的人重置');
});

it('offers both when SMS works', async () => {
  sending({ login: ['sms'], register: ['sms'] });
  render(
    <MemoryRouter>
      <LoginPage />
    </MemoryRouter>,
  );
  expect(await screen.findAllByRole('tab')).toHaveLength(2);
  expect(screen.getByText('立即注册')).toBeTruthy();
});
