import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import newNumberWords from 'virtual:locale/new_number';
import { configOf } from '../../../../../test/client-config.ts';
import { renderPage } from '../../../../../test/render-page.tsx';
import { clearCookie, writeCookie } from '../../../../api/cookies.ts';
import { useConfig } from '../../../../app/config.ts';
import { useSession } from '../../../../app/session.ts';
import { loadWording, switchLocale } from '../../../../app/wording.ts';
import { NewNumberPage } from './new-number.page.tsx';

beforeEach(async () => {
  await switchLocale('zh-CN');
  await loadWording('open');
  await newNumberWords.load();
  useConfig.setState({ config: configOf({ sends: { update_mobile: ['sms'] } }) });
});
afterEach(() => {
  vi.restoreAllMocks();
  clearCookie('Authorization');
  useConfig.setState({ config: null });
  useSession.setState({ user: null, loading: true });
});

it('asks a visitor for name and old number, and says what may be left out below the field', async () => {
  renderPage(<NewNumberPage />);
  expect(await screen.findByLabelText('姓名')).toBeTruthy();
  expect(screen.getByText('不记得可以不填。')).toBeTruthy();
  expect(screen.getByText('如购课时间、课程名称、班级，方便学校核对。')).toBeTruthy();
});

it('finds out who is logged in when the page is opened by its address', async () => {
  writeCookie('Authorization', 'yes', 1);
  const user = { id: 7, name: '朱一诺', permissions: [], member: { id: 7, may_study: true } };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ user, lifetime: 60 }));
  renderPage(<NewNumberPage />);
  expect(await screen.findByText('将为当前登录的账号申请，学习记录不受影响。')).toBeTruthy();
  expect(screen.queryByLabelText('姓名')).toBeNull();
  expect(screen.getByRole('link', { name: '返回' })).toBeTruthy();
});
