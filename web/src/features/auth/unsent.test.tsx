import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ClientConfig } from '@kaike/shared/contracts/start';
import { useConfig } from '../../app/config.ts';
import { loadWording, switchLocale } from '../../app/wording.ts';
import { ForgotPasswordPage } from './forgot-password.page.tsx';
import { LoginPage } from './login.page.tsx';
import { RegisterPage } from './register.page.tsx';

const sending = (sends: ClientConfig['sends']): void => useConfig.setState({ config: { sends } as ClientConfig });

beforeEach(async () => {
  await switchLocale('zh-CN');
  await loadWording('open');
});
afterEach(() => useConfig.setState({ config: null }));

it('offers neither SMS login nor registration without SMS, and says what to do', async () => {
  sending({ sms: false, mail: false });
  render(
    <MemoryRouter>
      <LoginPage />
    </MemoryRouter>,
  );
  expect(await screen.findByLabelText('用户名、邮箱或手机号')).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
  expect(screen.queryByText('立即注册')).toBeNull();
  expect(screen.getByText('还没有账号？请联系客服开通。')).toBeTruthy();
});

it('closes registration there', async () => {
  sending({ sms: false, mail: true });
  render(
    <MemoryRouter>
      <RegisterPage />
    </MemoryRouter>,
  );
  expect((await screen.findByRole('status')).textContent).toContain('请联系客服为您开通账号');
  expect(document.querySelector('form')).toBeNull();
});

it('asks only for an email address when only mail works, and for nothing when neither does', async () => {
  sending({ sms: false, mail: true });
  const { unmount } = render(
    <MemoryRouter>
      <ForgotPasswordPage />
    </MemoryRouter>,
  );
  expect(await screen.findByLabelText('邮箱')).toBeTruthy();
  unmount();
  sending({ sms: false, mail: false });
  render(
    <MemoryRouter>
      <ForgotPasswordPage />
    </MemoryRouter>,
  );
  expect((await screen.findByRole('status')).textContent).toContain('请联系客服重置');
});

it('offers both when SMS works', async () => {
  sending({ sms: true, mail: true });
  render(
    <MemoryRouter>
      <LoginPage />
    </MemoryRouter>,
  );
  expect(await screen.findAllByRole('tab')).toHaveLength(2);
  expect(screen.getByText('立即注册')).toBeTruthy();
});
