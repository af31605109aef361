import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Dashboard } from '@kaike/shared/contracts/office/dashboard';
import { createTranslator } from '@kaike/shared/kit/wording';
import words from '@kaike/shared/locales/zh-CN/admin.json';
import { renderPage } from '../../../../test/render-page.tsx';
import { useWording } from '../../../app/wording.ts';
import { DashboardPage } from './dashboard.page.tsx';

const { t } = useWording.getState();
beforeEach(() => useWording.setState({ t: createTranslator({ locale: 'zh-CN', catalogues: [words] }) }));
afterEach(() => {
  vi.restoreAllMocks();
  useWording.setState({ t });
});

it('says when the server counted the figures', async () => {
  const dashboard: Dashboard = {
    money: null,
    trend: [],
    courses: [],
    totals: [{ of: 'admins', count: 1 }],
    counted_at: '2026-11-28T08:02:00.000Z',
    recent: [],
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ _token: 'T', items: [], list: { data: [] }, ...dashboard }),
  );
  renderPage(<DashboardPage />);
  expect(await screen.findByText('统计截至 16:02')).toBeTruthy();
});
