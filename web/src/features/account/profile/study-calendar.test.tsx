import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import accountWords from 'virtual:words/account';
import { renderPage } from '../../../../test/render-page.tsx';
import { StudyCalendar } from './study-calendar.tsx';

it('labels the months and the days of the week, and explains the colours', async () => {
  await accountWords.load();
  const year = {
    from: '2025-11-24',
    to: '2026-11-22',
    days: [{ day: '2026-11-20', study_sec: 4800, lessons_done: 1 }],
    leave_days: ['2026-11-19'],
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(year));
  renderPage(<StudyCalendar />);
  expect(await screen.findByRole('button', { name: '2026 年 11 月 20 日：学习 1 小时 20 分钟' })).toBeTruthy();
  expect(screen.getByRole('button', { name: '2026 年 11 月 19 日：请假' }).dataset['leave']).toBe('true');
  expect(screen.getAllByText(/^\d+月$/).map((month) => month.textContent)).toEqual([
    '12月',
    '1月',
    '2月',
    '3月',
    '4月',
    '5月',
    '6月',
    '7月',
    '8月',
    '9月',
    '10月',
    '11月',
  ]);
  expect(['一', '三', '五', '日'].map((day) => screen.getByText(day).tagName)).toEqual([
    'SPAN',
    'SPAN',
    'SPAN',
    'SPAN',
  ]);
  // The days start below the row of months.
  expect(['一', '三', '五', '日'].map((day) => screen.getByText(day).style.gridRow)).toEqual(['2', '4', '6', '8']);
  expect(screen.getByText(/^少/).textContent).toBe('少多请假');
});
