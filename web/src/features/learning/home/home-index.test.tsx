import type { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Home } from '@kaike/shared/contracts/learning/home';
import { renderPage } from '../../../../test/render-page.tsx';
import { setUser, useSession } from '../../../app/session.ts';
import { loadWording } from '../../../app/wording.ts';
import { memberOf } from '../../../../test/session-users.ts';
import { siteCourseOf } from '../../../../test/site-course.ts';
import { HomeIndexPage } from './home-index.page.tsx';

beforeEach(() => loadWording('home'));
const empty: Home = {
  continue: null,
  courses: [],
  course_count: 0,
  ending: null,
  week: [0, 0, 0, 0, 0, 0, 0],
  weekday: 3,
  daily_goal_min: 20,
  goals: [20, 20, 20, 20, 20, 20, 20],
  ai_seconds_left: 0,
  has_scenes: false,
  leave: [],
  celebration: null,
  streak_days: 0,
  leave_slips: 0,
  unread_notices: 0,
  new_courses: [],
};

const course: Home['courses'][number] = {
  id: 7,
  title: '零基础英语开口课',
  subtitle: '',
  cover: null,
  cover_style: '',
  lesson_count: 6,
  duration_sec: 3600,
  access: { state: 'owned', end_at: null },
  lessons_done: 3,
  percents: [100, 0, 100, 70, 100, 0],
  last_at: '2026-03-01T00:00:00Z',
  next: { title: '点一杯咖啡' },
};

const lesson: NonNullable<Home['continue']> = {
  lesson_id: 44,
  type: 1,
  lesson_title: '点一杯咖啡',
  course_id: 7,
  course_title: '零基础英语开口课',
  lesson_no: 4,
  lesson_count: 6,
  lessons_done: 3,
  percents: [100, 0, 100, 70, 100, 0],
  next: { title: '问路与指路', duration_sec: 360 },
  cover: null,
  cover_style: '',
  position: 100,
  duration_sec: 240,
  missing_sec: 39,
  last_at: '2026-03-01T00:00:00Z',
};

async function openHome(fields: Partial<Home>): Promise<QueryClient> {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ ...empty, ...fields }));
  const client = renderPage(<HomeIndexPage />);
  await screen.findByRole('heading', { level: 1 });
  return client;
}

it('offers free courses to who has no card yet, and only those', async () => {
  // In the morning: it greets by the hour.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 24, 9) });
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) =>
    String(input).includes('/open/courses')
      ? Response.json({ data: [siteCourseOf({ id: 8, title: '英语写作入门', is_free: true }), siteCourseOf()] })
      : String(input).includes('/home/notices')
        ? Response.json({ unread: 3 })
        : Response.json({ code: 'access.not_activated', message: '' }, { status: 403 }),
  );
  renderPage(<HomeIndexPage />);
  // Nothing stands there that the greeting would push down.
  const seen: string[] = [];
  const watcher = new MutationObserver(() => {
    if (!screen.queryByRole('heading', { level: 1 })) seen.push(document.body.textContent ?? '');
  });
  watcher.observe(document.body, { subtree: true, childList: true });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('早上好');
  watcher.disconnect();
  expect(seen.join('')).toBe('');
  expect(await screen.findByRole('link', { name: '通知，3 条未读' })).toBeTruthy();
  const shelf = within(await screen.findByRole('region', { name: '先试试免费课程' }));
  expect(shelf.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/home/courses/8']);
});

it('asks for nothing that is refused to who has no card, and for the page once a lesson was begun', async () => {
  const sent: string[] = [];
  const user = memberOf({ is_activated: false, may_study: false });
  let mayStudy = false;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = String(input instanceof Request ? input.url : input);
    sent.push(url);
    if (url.includes('/home/index')) return Response.json(empty);
    if (url.includes('/user')) return Response.json({ user: memberOf({ may_study: mayStudy }), lifetime: 60 });
    return Response.json({ data: [], unread: 0 });
  });
  onTestFinished(() => useSession.setState({ user: null }));
  setUser(user, 60);
  // What the page would request ahead of its scripts.
  expect(localStorage.getItem('refused')?.split(' ')).toContain('/home/index');
  renderPage(<HomeIndexPage />);
  expect(await screen.findByRole('link', { name: '激活学习卡' })).toBeTruthy();
  expect(sent.filter((url) => url.includes('/home/index'))).toEqual([]);
  cleanup();
  mayStudy = true;
  renderPage(<HomeIndexPage />);
  await waitFor(() => expect(sent.some((url) => url.includes('/home/index'))).toBe(true));
  expect(localStorage.getItem('refused')).toBeNull();
});

it.each([
  [{ ai_seconds_left: 630 }, '和 AI 外教聊一聊还剩 10 分钟'],
  [{ ai_seconds_left: 30, has_scenes: true }, '和 AI 外教聊一聊'],
  [{ has_scenes: true }, '和 AI 外教聊一聊'],
])('leads to the AI teacher with %j', async (fields, name) => {
  await openHome(fields);
  expect((await screen.findByRole('link', { name: /外教/ })).textContent.replace('Hi', '')).toBe(name);
});

it('tells the bar how many notices are unread, whatever was known before', async () => {
  const client = await openHome({ unread_notices: 9 });
  const inBar = () => client.getQueryData(['notices', 'unread']);
  await waitFor(() => expect(inBar()).toBe(9));
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ ...empty, unread_notices: 2 }));
  await client.invalidateQueries({ queryKey: ['home', 'index'] });
  await waitFor(() => expect(inBar()).toBe(2));
});

it('does not without time and without scenes', async () => {
  await openHome({});
  expect(screen.queryByRole('link', { name: /外教/ })).toBeNull();
});

it.each([
  [0, 0, '今天再学 20 分钟就满格', '每天 20 分钟，一格一格填满'],
  [720, 12, '今天再学 8 分钟就满格', '连续 12 天'],
  [1500, 2, '今天满格了', '连续 2 天'],
])('today: %i seconds, a streak of %i', async (seconds, streak, text, note) => {
  await openHome({ week: [0, 1200, 0, seconds, 0, 0, 0], streak_days: streak });
  const minutes = Math.floor(seconds / 60);
  expect(screen.getByRole('link', { name: /查看今天的学习记录/ }).textContent).toContain(`${minutes}/ 20 分钟`);
  expect([screen.getByText(text).tagName, screen.getByText(note).tagName]).toEqual(['P', 'P']);
  expect(screen.getByRole('img', { name: '星期二，20 分钟' }).dataset['state']).toBe('done');
  expect(screen.getByRole('img', { name: '星期一，未学习' }).dataset['state']).toBe('empty');
});

it('draws a day on leave as a slip, and explains the rule', async () => {
  await openHome({ week: [1200, 0, 0, 60, 0, 0, 0], leave: [2], streak_days: 9, leave_slips: 2 });
  expect(screen.getByRole('img', { name: '星期三，请假' }).dataset['state']).toBe('leave');
  const button = screen.getByRole('button', { name: '请假条还有 2 张', expanded: false });
  expect(screen.getByText(/最多同时有 2 张/).hidden).toBe(true);
  fireEvent.click(button);
  expect([button.getAttribute('aria-expanded'), screen.getByText(/最多同时有 2 张/).hidden]).toEqual(['true', false]);
});

it('continues with what is missing in seconds, and has one button', async () => {
  await openHome({ continue: lesson, courses: [course], course_count: 1 });
  const card = within(screen.getByRole('region', { name: '点一杯咖啡' }));
  card.getByText('还差 39 秒学完');
  const squares = [...card.getByRole('img', { name: '已学 3/6 课时' }).children];
  expect(squares.map((square) => square.getAttribute('data-done'))).toEqual([
    'true',
    'false',
    'true',
    'false',
    'true',
    'false',
  ]);
  card.getByText('下一课时：问路与指路 · 6 分钟');
  expect(card.getByRole('link', { name: '继续学习' }).getAttribute('href')).toBe('/home/lessons/44');
  // The course of the card is not repeated below.
  expect(screen.queryByRole('heading', { name: '学习中' })).toBeNull();
  expect(screen.queryByRole('link', { name: /^全部/ })).toBeNull();
});

it('groups courses by what is to be done with them, and warns of the nearest end', async () => {
  const soon = new Date(Date.now() + 5.5 * 86_400_000).toISOString();
  await openHome({
    courses: [
      course,
      { ...course, id: 8, title: '旅行英语', last_at: null, lessons_done: 0 },
      { ...course, id: 9, title: '自然拼读', lessons_done: 6, next: null },
    ],
    course_count: 3,
    ending: { id: 8, title: '旅行英语', end_at: soon, lessons_left: 6 },
  });
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(['学习中', '还没翻开', '学过的课']);
  expect(screen.getByRole('link', { name: /还有 6 天到期/ }).getAttribute('href')).toBe('/open/courses/8');
});
