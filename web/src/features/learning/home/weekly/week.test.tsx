import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import weekWords from 'virtual:locale/week';
import type { MyWeek } from '@kaike/shared/contracts/learning/watching';
import { renderPage } from '../../../../../test/render-page.tsx';
import { loadWording } from '../../../../app/wording.ts';
import { setChinese } from '../../../ai/talk/home/chinese-store.ts';
import { WeekPage } from './week.page.tsx';

beforeEach(async () => {
  await loadWording('home');
  await weekWords.load();
});
const daysOf = (minutes: readonly number[], first = 16): MyWeek['days'] =>
  minutes.map((count, place) => ({
    day: `2026-11-${String(first + place).padStart(2, '0')}`,
    study_sec: count * 60,
    lessons_done: 0,
  }));

const empty: MyWeek = {
  today: '2026-11-27',
  days: daysOf([0, 0, 0, 0, 0, 0, 0]),
  leave_days: [],
  daily_goal_min: 20,
  goals: [20, 20, 20, 20, 20, 20, 20],
  before_sec: 0,
  has_earlier: true,
  lesson_count: 0,
  lessons: [],
  courses: [],
  word_count: 0,
  words: [],
  note_count: 0,
};

function holdBack(): { isReleased: Promise<void>; release: () => void } {
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { isReleased, release: () => release() };
}

const sent: string[] = [];

/** Holds back or changes answers; undefined leaves them as they are. */
type Answering = (request: Request) => Promise<Response> | undefined;

async function openWeek(fields: Partial<MyWeek>, answering: Answering = () => undefined): Promise<void> {
  sent.length = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(new URL(String(input instanceof Request ? input.url : input), location.href), init);
    const { method, url } = request;
    sent.push(`${method} ${url}`);
    const changed = answering(request);
    if (changed) return changed;
    const answer = url.includes('/week')
      ? { ...empty, ...fields }
      : url.includes('/home/index')
        ? { continue: null }
        : { _token: 'page' };
    return Response.json(answer);
  });
  renderPage(<WeekPage />, { at: '/home/learning-records/week?day=2026-11-18' });
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
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('上周学习小结');
  expect(screen.getAllByRole('img').map((day) => day.getAttribute('aria-label')?.replaceAll(' ', ' '))).toEqual([
    '星期一，22 分钟',
    '星期二，请假',
    '星期三，5 分钟',
    ...['四', '五', '六', '日'].map((day) => `星期${day}，没有学习`),
  ]);
  const text = document.body.textContent?.replaceAll(/[  ]/g, '') ?? '';
  for (const part of [
    '27分钟',
    '比前一周多17分钟',
    '学习2天',
    '学完2课时',
    '新增1个生词',
    '点一杯咖啡',
    '另有1课时',
    'latte拿铁',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('条笔记');
  expect(screen.getAllByRole('img').map((day) => day.textContent)).toEqual(['22', '', '5', '', '', '', '']);
  expect(sent).toContainEqual(expect.stringMatching(/^GET .*\/home\/learning-records\/week\?day=2026-11-18/));
});

it('says of less than the week before what that was, and of a full week that it is full', async () => {
  await openWeek({ days: daysOf([20, 20, 20, 20, 20, 20, 20]), before_sec: 36_000 });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('上周满格');
  const text = document.body.textContent?.replaceAll(/[  ]/g, '') ?? '';
  expect(text).toContain('前一周10小时');
  expect(text).not.toContain('比前一周');
});

it('a week that was full stays so with another goal, and the other way round', async () => {
  const full = { days: daysOf([20, 20, 20, 20, 20, 20, 30]), goals: [20, 20, 20, 20, 20, 20, 30] };
  await openWeek({ ...full, daily_goal_min: 60 });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('上周满格');
  cleanup();
  await openWeek({ ...full, goals: [60, 20, 20, 20, 20, 20, 20], daily_goal_min: 10 });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('上周学习小结');
});

it('a week without study is empty, leads on, and to the weeks around it', async () => {
  await openWeek({});
  expect(screen.getByRole('heading', { name: '这一周还没有学习' })).toBeTruthy();
  await screen.findByRole('link', { name: '选一门课' });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    '/home/learning-records',
    '/home/courses',
    '/home/learning-records/week?day=2026-11-09',
    '/home/learning-records/week?day=2026-11-23',
  ]);
});

it('another goal is saved with one tap', async () => {
  await openWeek({});
  fireEvent.click(screen.getByRole('radio', { name: '30 分钟' }));
  await waitFor(() => expect(sent).toContainEqual(expect.stringMatching(/^PUT .*\/home\/personage\/daily-goal/)));
});

it('of goals chosen one after the other the last is kept, and is marked at once', async () => {
  const goals: number[] = [];
  const { isReleased, release } = holdBack();
  await openWeek({}, (request) => {
    if (request.method !== 'PUT') return undefined;
    return (async () => {
      const { daily_goal_min: goal } = (await request.json()) as { daily_goal_min: number };
      goals.push(goal);
      if (goals.length === 1) await isReleased;
      return Response.json({ account: {}, message: '' });
    })();
  });
  for (const name of ['30 分钟', '10 分钟', '60 分钟']) fireEvent.click(screen.getByRole('radio', { name }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '60 分钟' }).checked).toBe(true);
  await waitFor(() => expect(goals).toEqual([30]));
  release();
  await waitFor(() => expect(goals).toEqual([30, 60]));
});

it('what comes next says why it is missing', async () => {
  let isAway = true;
  await openWeek({}, ({ url }) =>
    isAway && url.includes('/home/index')
      ? Promise.resolve(Response.json({ code: 'internal' }, { status: 500 }))
      : undefined,
  );
  const retry = await screen.findByRole('button', { name: '重试' });
  isAway = false;
  fireEvent.click(retry);
  expect(await screen.findByRole('link', { name: '选一门课' })).toBeTruthy();
});

it('a week that may not be seen has its title and the way back all the same', async () => {
  await openWeek({}, ({ url }) =>
    url.includes('/week')
      ? Promise.resolve(Response.json({ code: 'access.not_activated', message: '' }, { status: 403 }))
      : undefined,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('一周学习小结');
  expect(screen.getByRole('link', { name: '学习记录' }).getAttribute('href')).toBe('/home/learning-records');
});

it('another week takes the place of this one only once it has come', async () => {
  const { isReleased, release } = holdBack();
  await openWeek({}, ({ url }) =>
    url.includes('day=2026-11-09')
      ? isReleased.then(() => Response.json({ ...empty, days: daysOf([0, 0, 0, 0, 0, 0, 0], 9), lesson_count: 1 }))
      : undefined,
  );
  const link = screen.getByRole('link', { name: '前一周' });
  link.focus();
  fireEvent.click(link);
  await waitFor(() => expect(sent).toContainEqual(expect.stringContaining('day=2026-11-09')));
  expect(document.activeElement).toBe(link);
  expect(document.querySelector('[aria-busy="true"]')).not.toBeNull();
  release();
  await screen.findByText(/学完 1 课时/);
  expect(document.activeElement?.textContent).toBe('前一周');
});

it('meanings stay away from who wants to do without Chinese', async () => {
  setChinese(false);
  onTestFinished(() => setChinese(true));
  await openWeek({ word_count: 1, words: [{ id: 1, lemma: 'latte', language: 'en', gloss: '拿铁' }] });
  expect(screen.getByText('latte')).toBeTruthy();
  expect(screen.queryByText('拿铁')).toBeNull();
});
