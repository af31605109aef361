import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { configOf } from '../../../../test/client-config.ts';
import { useConfig } from '../../../app/config.ts';
import { loadWording, switchLocale } from '../../../app/wording.ts';
import { LoginPage } from './login.page.tsx';

beforeEach(async () => {
  await switchLocale('zh-CN');
  await loadWording('open');
  useConfig.setState({ config: configOf({ sends: { login: ['sms'] } }) });
});
afterEach(() => {
  localStorage.removeItem('login-way');
  useConfig.setState({ config: null });
});

const openedAt = async (address: string | { pathname: string; state: unknown }): Promise<string> => {
  const { unmount } = render(
    <MemoryRouter initialEntries={[address]}>
      <LoginPage />
    </MemoryRouter>,
  );
  const name = (await screen.findByRole('tab', { selected: true })).textContent;
  unmount();
  return name;
};

it('opens with the password on the way to the back office, and else with the way used last', async () => {
  expect(await openedAt('/open/login')).toBe('短信登录');
  expect(await openedAt('/open/login?back_url=%2Fadmin')).toBe('密码登录');
  expect(await openedAt('/open/login?back_url=%2Fadministration')).toBe('短信登录');
  localStorage.setItem('login-way', 'sms');
  expect(await openedAt('/open/login?back_url=%2Fadmin%2Findex')).toBe('短信登录');
});

it('opens with the password and its account after a reset, whatever was used last', async () => {
  localStorage.setItem('login-way', 'sms');
  const after = { pathname: '/open/login', state: { account: '13900550001' } };
  expect(await openedAt(after)).toBe('密码登录');
  render(
    <MemoryRouter initialEntries={[after]}>
      <LoginPage />
    </MemoryRouter>,
  );
  expect(screen.getByDisplayValue('13900550001')).toBeTruthy();
});

it('lets a visitor look around before giving a number', async () => {
  render(
    <MemoryRouter initialEntries={['/open/login']}>
      <LoginPage />
    </MemoryRouter>,
  );
  expect((await screen.findByRole('link', { name: '先逛逛课程' })).getAttribute('href')).toBe('/open/index');
});
