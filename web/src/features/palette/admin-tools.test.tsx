import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import words from '@kaike/shared/locales/zh-CN/admin.json';
import { createTranslator } from '@kaike/shared/kit/wording';
import { adminOf } from '../../../test/session-users.ts';
import { useSession } from '../../app/session.ts';
import { useWording } from '../../app/wording.ts';
// The tools load it by themselves, which would go on after the test.
import '../../kit/transfer/ports.ts';
import { AdminTools } from './admin-tools.tsx';

const { t } = useWording.getState();
beforeEach(() => {
  useWording.setState({ t: createTranslator({ locale: 'zh-CN', catalogues: [words] }) });
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => undefined));
});
afterEach(() => {
  vi.restoreAllMocks();
  useWording.setState({ t });
});

it.each([
  [['*'], '搜索学员、手机号、卡号、订单、页面'],
  [['admin.members.list', 'admin.members.update'], '搜索学员、手机号、页面'],
  [['admin.pay-orders.list'], '搜索订单、页面'],
  [[], '搜索页面'],
])('promises to find what %s may find', (permissions, label) => {
  useSession.setState({ user: adminOf({ permissions }) });
  render(<AdminTools />);
  expect(screen.getByText(label)).toBeTruthy();
});
