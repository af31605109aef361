import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import accountWords from 'virtual:locale/account';
import { configOf } from '../../../../test/client-config.ts';
import { renderPage } from '../../../../test/render-page.tsx';
import { memberOf } from '../../../../test/session-users.ts';
import { useConfig } from '../../../app/config.ts';
import { useSession } from '../../../app/session.ts';
import { loadWording } from '../../../app/wording.ts';
import { PersonagePage } from './personage.page.tsx';

const start = useSession.getState();
afterEach(() => {
  useSession.setState(start, true);
  vi.restoreAllMocks();
});

const account = {
  nickname: '朱小红',
  avatar: null,
  mobile_phone: '13900001234',
  has_password: true,
  gender: 0,
  birthday: null,
  birthday_locked: false,
  school: '',
  grade: '',
  real_name: '',
  id_card_last4: '',
  pending_name: null,
  pending_last4: null,
  is_auth: 0,
  auth_method: null,
  face: null,
  face_check: null,
  status: 1,
  erase_at: null,
  version: 1,
};

const nothing = {
  courses: 0,
  unused_cards: 0,
  pending_orders: 0,
  has_orders: false,
  certificates: 0,
  notes: 0,
  week_sec: 0,
  card: null,
  seals: [],
};

async function show(own: object | Promise<Response>, isActivated: boolean): Promise<void> {
  await Promise.all([accountWords.load(), loadWording('home')]);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    if (!String(url).includes('/overview')) return Response.json({ account, notices: [], unread: 0, has_more: false });
    return own instanceof Promise ? own : Response.json(own);
  });
  useSession.setState({ user: memberOf({ is_activated: isActivated }) });
  renderPage(<PersonagePage />);
}

const sealNames = (): (string | null)[] =>
  [...(screen.getByText('我的印章').closest('section')?.querySelectorAll('li > span:last-child') ?? [])].map(
    ({ textContent }) => textContent,
  );

it.each([true, false])('leads to the shop, the wallet and the orders, activated or not (%s)', async (isActivated) => {
  await show(nothing, isActivated);
  const shop = await screen.findByRole('link', { name: '购买课程' });
  const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect([shop.getAttribute('href'), to('卡包'), to('订单'), to('激活学习卡'), to('常见问题')]).toEqual([
    '/home/products',
    '/home/cards',
    '/home/pay-orders',
    '/home/cards/use-card',
    '/open/help',
  ]);
});

it.each([
  { own: nothing, shown: [] },
  { own: { ...nothing, has_orders: true }, shown: ['订单'] },
])('says nothing of buying where the school cannot be paid, but of what was bought: $shown', async ({ own, shown }) => {
  useConfig.setState({ config: configOf({ can_pay: false }) });
  await show(own, true);
  await screen.findByText('我的印章');
  expect(screen.queryByRole('link', { name: '购买课程' })).toBeNull();
  expect(screen.queryAllByRole('link', { name: '订单' }).map(({ textContent }) => textContent)).toEqual(shown);
  useConfig.setState({ config: null });
});

it('shows the card in force, how much there is of each, and the seals that were earned', async () => {
  await show(
    {
      ...nothing,
      courses: 3,
      pending_orders: 1,
      notes: 28,
      week_sec: 5040,
      card: { card_no: 'DM0300000024', title: '口语年卡', cover: null, end_at: '2040-10-05T00:00:00Z' },
      seals: [
        { kind: 'course', days: 0, title: '英语发音精讲' },
        { kind: 'streak', days: 30, title: '' },
        { kind: 'first', days: 0, title: '' },
      ],
    },
    true,
  );
  const card = await screen.findByRole('link', { name: /^口语年卡 · 学到 2040 年 10 月 5 日$/ });
  expect(card.getAttribute('href')).toBe('/home/cards');
  expect(screen.getByRole('link', { name: '我的课程 3 门' })).toBeTruthy();
  expect(screen.getByRole('link', { name: '订单 1 笔待付' })).toBeTruthy();
  expect(screen.getByRole('link', { name: '卡包' })).toBeTruthy();
  expect(screen.getByRole('link', { name: '我的笔记 28 条' })).toBeTruthy();
  expect(screen.getByRole('link', { name: '学习记录 本周 1 小时 24 分钟' })).toBeTruthy();
  expect(sealNames()).toEqual(['英语发音精讲', '连续 30 天', '学完第一课', '下一枚：连续 7 天']);
});

it('names the seal that comes next, and has all of them behind a button', async () => {
  await show(nothing, true);
  await screen.findByText('我的印章');
  expect(sealNames()).toEqual(['下一枚：学完第一课']);
  cleanup();
  const warned = vi.spyOn(console, 'error').mockReturnValue();
  // Two courses may have one title.
  const titles = ['英语发音精讲', '自然拼读', '自然拼读'];
  const streaks = [100, 30, 7].map((days) => ({ kind: 'streak', days, title: '' }));
  const first = { kind: 'first', days: 0, title: '' };
  const seals = [...titles.map((title) => ({ kind: 'course', days: 0, title })), ...streaks, first];
  await show({ ...nothing, seals }, true);
  fireEvent.click(await screen.findByRole('button', { name: '全部 7 枚' }));
  expect(sealNames()).toEqual([...titles, '连续 100 天', '连续 30 天', '连续 7 天', '学完第一课']);
  fireEvent.click(screen.getByRole('button', { name: '收起' }));
  expect(sealNames()).toEqual(titles);
  expect(warned.mock.calls).toEqual([]);
});

it('shows nothing below the name before the card in force is known, which would push it down', async () => {
  let answer = (_response: Response): void => undefined;
  await show(new Promise<Response>((resolve) => (answer = resolve)), true);
  // With the account the face has taken its place; what is below still waits.
  await waitFor(() => expect(document.querySelectorAll('[class*="skeleton"]')).toHaveLength(1));
  expect(screen.queryByRole('link', { name: '卡包' })).toBeNull();
  answer(Response.json(nothing));
  expect(await screen.findByRole('link', { name: '卡包' })).toBeTruthy();
});

it('is complete when what the learner has is refused', async () => {
  await show(Promise.resolve(Response.json({ code: 'request.invalid', message: '' }, { status: 422 })), true);
  expect(await screen.findByRole('link', { name: '卡包' })).toBeTruthy();
});
