import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import accountWords from 'virtual:locale/account';
import { renderPage } from '../../../../test/render-page.tsx';
import { MyRecordsPage } from './my-records.page.tsx';

const course = { id: 1, title: '口语', cover: null, lessons_done: 1, lesson_count: 2, study_sec: 8160 };
const summary = { today_sec: 39, week_sec: 3600, total_sec: 8160, streak_days: 3, days: [], courses: [course] };
const record = {
  id: 1,
  lesson_id: 1,
  lesson_title: '第一课',
  course_id: 1,
  course_title: '口语',
  percent: 50,
  missing_sec: 60,
  study_sec: 60,
  completed_at: null,
  last_at: '2026-11-20T00:00:00Z',
};

it('keeps each number of the figures in one piece with its unit', async () => {
  await accountWords.load();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const isCalendar = String(url instanceof Request ? url.url : url).includes('calendar');
    const body = isCalendar
      ? { from: '2025-11-24', to: '2026-11-22', days: [], leave_days: [] }
      : { summary, data: [record], next: null };
    return Response.json(body);
  });
  renderPage(<MyRecordsPage />);
  const total = (await screen.findByText('累计')).nextElementSibling;
  expect([...(total?.children ?? [])].map((part) => part.textContent)).toEqual(['2 小时', '16 分钟']);
});

it('leads back to the start page also when the records could not be loaded', async () => {
  await accountWords.load();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ code: 'internal' }, { status: 500 }));
  renderPage(<MyRecordsPage />);
  await screen.findByRole('alert');
  expect(screen.getByRole('link', { name: 'common.tabs.learn' }).getAttribute('href')).toBe('/home/index');
});
