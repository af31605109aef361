import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import accountWords from 'virtual:locale/account';
import { renderPage } from '../../../../../test/render-page.tsx';
import { StudyCalendar } from './study-calendar.tsx';

const year = {
  from: '2025-11-24',
  to: '2026-11-20',
  days: [{ day: '2026-11-20', study_sec: 4800, lessons_done: 1 }],
  leave_days: ['2026-11-19'],
};

async function show(): Promise<void> {
  await accountWords.load();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(year));
  renderPage(<StudyCalendar />);
  await screen.findByRole('group', { name: '学习日历' });
}

it('labels the months and the days of the week, and explains the colours', async () => {
  await show();
  expect(await screen.findByLabelText('2026 年 11 月 20 日：学习 1 小时 20 分钟')).toBeTruthy();
  expect(screen.getByLabelText('2026 年 11 月 19 日：请假').dataset['leave']).toBe('true');
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

it.each([
  ['Home', false, '2026-11-09'],
  ['End', false, '2026-11-15'],
  ['Home', true, '2025-11-24'],
  ['End', true, '2026-11-20'],
  ['ArrowUp', false, '2026-11-10'],
  ['ArrowLeft', false, '2026-11-04'],
])('%s (Ctrl: %s) leads from 11 November to %s, without scrolling', async (key, ctrlKey, day) => {
  await show();
  screen.getByLabelText(/^2026 年 11 月 11 日/).focus();
  const isScrolling = fireEvent.keyDown(document.activeElement ?? document.body, { key, ctrlKey });
  expect([(document.activeElement as HTMLElement).dataset['day'], isScrolling]).toEqual([day, false]);
});

it('ends with the last week, which is not over', async () => {
  await show();
  screen.getByLabelText(/^2026 年 11 月 17 日/).focus();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'End' });
  expect((document.activeElement as HTMLElement).dataset['day']).toBe('2026-11-20');
});

it('says below which day is in use, by tap or by focus', async () => {
  await show();
  fireEvent.click(screen.getByLabelText(/^2026 年 11 月 3 日/));
  expect(screen.getByText('2026 年 11 月 3 日：未学习').tagName).toBe('P');
  fireEvent.focus(screen.getByLabelText(/^2026 年 11 月 19 日/));
  expect(screen.getByText('2026 年 11 月 19 日：请假').tagName).toBe('P');
});

it('keeps the name of a month over all of its weeks', async () => {
  await show();
  expect(['12月', '1月', '11月'].map((name) => screen.getByText(name).parentElement?.style.gridColumn)).toEqual([
    '2 / 7',
    '7 / 11',
    '50 / 53',
  ]);
});
