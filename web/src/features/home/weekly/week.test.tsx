import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import weekWords from 'virtual:words/week';
import type { MyWeek } from '@kaike/shared/contracts/watching';
import { loadWording } from '../../../app/wording.ts';
import { WeekPage } from './week.page.tsx';

const realFetch = globalThis.fetch;
beforeEach(async () => {
  await loadWording('home');
  await weekWords.load();
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

const daysOf = (minutes: readonly number[]): MyWeek['days'] =>
  minutes.map((count, place) => ({ day: `2026-11-${16 + place}`, study_sec: count * 60, lessons_done: 0 }));

const empty: MyWeek = {
  today: '2026-11-27',
  days: daysOf([0, 0, 0, 0, 0, 0, 0]),
  leave_days: [],
  daily_goal_min: 20,
  before_sec: 0,
  has_earlier: true,
  lesson_count: 0,
  lessons: [],
  courses: [],
  word_count: 0,
  words: [],
  note_count: 0,
};

const sent: string[] = [];

async function openWeek(fields: Partial<MyWeek>): Promise<void> {
  sent.length = 0;
  globalThis.fetch = async (input, init) => {
    const { method, url } = new Request(
      new URL(String(input instanceof Request ? input.url : input), location.href),
      init,
    );
    sent.push(`${method} ${url}`);
    const answer = url.includes('/week')
      ? { ...empty, ...fields }
      : url.includes('/home/index')
        ? { continue: null }
        : { _token: 'page' };
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/home/learning-records/week?day=2026-11-18']}>
        <WeekPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
}

it('shows the days in minutes, what was finished and kept, and more than the week before', async () => {
  await openWeek({
    days: daysOf([22, 0, 5, 0, 0, 0, 0]),
    leave_days: ['2026-11-17'],
    before_sec: 600,
    lesson_count: 2,
    lessons: [{ id: 4, title: '点一杯咖啡', course_title: '零基础英语开口课' }],
    word_count: 1,
    words: [{ id: 1, lemma: 'latte', language: 'en', gloss: '拿铁' }],
  });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('上周小结');
  expect(screen.getAllByRole('img').map((day) => day.getAttribute('aria-label')?.replaceAll(' ', ' '))).toEqual([
    '星期一，22 分钟',
    '星期二，请假',
    '星期三，5 分钟',
    ...['四', '五', '六', '日'].map((day) => `星期${day}，未学习`),
  ]);
  const text = document.body.textContent?.replaceAll(/[  ]/g, '') ?? '';
  for (const part of [
    '27分钟',
    '比前一周多17分钟',
    '学习2天',
    '学完2课',
    '收了1个生词',
    '点一杯咖啡',
    '另有1课',
    'latte拿铁',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('条笔记');
  expect(sent).toContainEqual(expect.stringMatching(/^GET .*\/home\/learning-records\/week\?day=2026-11-18/));
});

it('says of less than the week before what that was, and of a full week that it is full', async () => {
  await openWeek({ days: daysOf([20, 20, 20, 20, 20, 20, 20]), before_sec: 36_000 });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('上周满格');
  const text = document.body.textContent?.replaceAll(/[  ]/g, '') ?? '';
  expect(text).toContain('前一周10小时');
  expect(text).not.toContain('比前一周');
});

it('a week without study is empty, leads on, and to the weeks around it', async () => {
  await openWeek({});
  expect(screen.getByRole('heading', { name: '这一周未学习' })).toBeTruthy();
  await screen.findByRole('link', { name: '选一门课' });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    '/home/courses',
    '/home/learning-records/week?day=2026-11-09',
    '/home/learning-records/week?day=2026-11-23',
    '/home/learning-records',
  ]);
});

it('another goal is saved with one tap', async () => {
  await openWeek({});
  fireEvent.click(screen.getByRole('radio', { name: '30 分钟' }));
  await waitFor(() => expect(sent).toContainEqual(expect.stringMatching(/^PUT .*\/home\/personage\/daily-goal/)));
});
