import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { configOf } from '../../../../test/client-config.ts';
import { useConfig } from '../../../app/config.ts';
import { loadWording, switchLocale } from '../../../app/wording.ts';
import { loadOtherLogins } from '../../../areas/deferred.ts';
import css from './login.module.css';
import { LoginPage } from './login.page.tsx';

const realFetch = globalThis.fetch;
let sent: Record<string, unknown>[] = [];

beforeEach(async () => {
  sent = [];
  await switchLocale('zh-CN');
  await loadWording('open');
  useConfig.setState({ config: configOf({ sends: { login: ['sms'], register: ['sms'] } }) });
  globalThis.fetch = async (url, init) => {
    const { pathname } = new URL(String(url), 'http://localhost');
    const isLogin = init?.method === 'POST' && pathname.endsWith('/open/login');
    if (isLogin) sent.push(JSON.parse(String(init.body)) as Record<string, unknown>);
    const answer = isLogin
      ? { code: 'auth.second_proof', message: '请确认是您本人', errors: { password: ['请确认是您本人'] } }
      : pathname.endsWith('/open/token')
        ? { _token: 'a' }
        : // The other ways to log in, asked for once their file is there.
          { other_login: [] };
    return new Response(JSON.stringify(answer), {
      status: isLogin ? 422 : 200,
      headers: { 'content-type': 'application/json' },
    });
  };
  // A busy machine brings this file during the test, an idle one after it; here it always comes first.
  await loadOtherLogins();
  render(
    <MemoryRouter initialEntries={['/open/login']}>
      <LoginPage />
    </MemoryRouter>,
  );
  fireEvent.change(await screen.findByLabelText('手机号'), { target: { value: '13800138000' } });
  fireEvent.change(screen.getByLabelText('短信验证码'), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: '登录' }));
  await screen.findByRole('heading', { name: '请确认是您本人' });
});
afterEach(() => {
  localStorage.removeItem('login-way');
  useConfig.setState({ config: null });
  globalThis.fetch = realFetch;
});

it('asks the owner of a long idle account for its password, and sends it with the same code', async () => {
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'Kaike2026' } });
  fireEvent.click(screen.getByRole('button', { name: '登录' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ mobile_phone: '13800138000', message_code: '123456', password: 'Kaike2026' });
});

it('lets whoever has the number now begin anew, without a word about a password, and go back', async () => {
  expect(screen.queryByRole('link', { name: '立即注册' })).toBeNull();
  const begin = screen.getByRole('button', { name: '不是我的账号，用这个号码新建账号' });
  // A class of links leaves a button as the browser draws it.
  expect(begin.className).toBe(css['plain']);
  fireEvent.click(begin);
  expect(screen.getByText('将为您新建一个空账号，原账号与这个号码不再有关。')).toBeTruthy();
  expect(screen.queryByText(/请输入账号密码/)).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: /我已阅读并同意/ }));
  fireEvent.click(screen.getByRole('button', { name: '新建账号并登录' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({
    mobile_phone: '13800138000',
    message_code: '123456',
    new_account: true,
    agree: true,
  });
  fireEvent.click(screen.getByRole('button', { name: '返回' }));
  expect(await screen.findByLabelText('密码')).toBeTruthy();
});
