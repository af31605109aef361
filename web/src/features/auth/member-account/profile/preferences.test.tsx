import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import accountWords from 'virtual:locale/account';
import { renderPage } from '../../../../../test/render-page.tsx';
import { memberOf } from '../../../../../test/session-users.ts';
import { useSession } from '../../../../app/session.ts';
import { loadWording } from '../../../../app/wording.ts';
import { PreferencesPage } from './preferences.page.tsx';

const start = useSession.getState();
afterEach(() => {
  useSession.setState(start, true);
  vi.restoreAllMocks();
});

it('chooses the hour of the reminder and switches the summary of the week off', async () => {
  await Promise.all([accountWords.load(), loadWording('home')]);
  let account = { daily_goal_min: 20, weekly_summary: true, remind_hour: null };
  const saved: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (init?.method === 'PUT') {
      const body = JSON.parse(String(init.body));
      saved.push(body);
      account = { ...account, ...body };
    }
    const answer = String(url).includes('/open/token') ? { _token: 't' } : { account, message: '已保存' };
    return Response.json(answer);
  });
  useSession.setState({ user: memberOf() });
  renderPage(<PreferencesPage />);
  const hour = await screen.findByRole<HTMLSelectElement>('combobox', { name: '学习提醒' });
  expect([hour.value, hour.options.length, hour.options[1]?.text]).toEqual(['', 18, '6:00，今天未达标时提醒']);
  fireEvent.change(hour, { target: { value: '20' } });
  await screen.findByDisplayValue('20:00，今天未达标时提醒');
  fireEvent.click(screen.getByRole('checkbox', { name: '每周一收到上周学习小结' }));
  await screen.findByRole('checkbox', { name: '每周一收到上周学习小结', checked: false });
  fireEvent.change(hour, { target: { value: '' } });
  await screen.findByDisplayValue('不提醒');
  expect(saved).toEqual([
    { weekly_summary: true, remind_hour: 20 },
    { weekly_summary: false, remind_hour: 20 },
    { weekly_summary: false, remind_hour: null },
  ]);
});
