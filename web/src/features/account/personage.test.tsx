import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import accountWords from 'virtual:words/account';
import { useSession, type User } from '../../app/session.ts';
import { loadWording } from '../../app/wording.ts';
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

it.each([true, false])('leads to the shop, the wallet and the orders, activated or not (%s)', async (isActivated) => {
  await Promise.all([accountWords.load(), loadWording('home')]);
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () =>
      new Response(JSON.stringify({ account, notices: [], unread: 0, has_more: false }), {
        headers: { 'content-type': 'application/json' },
      }),
  );
  useSession.setState({
    user: { id: 1, name: '朱小红', member: { member_no: '100003', is_activated: isActivated } } as User,
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PersonagePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const shop = await screen.findByRole('link', { name: '购买课程' });
  const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect([shop.getAttribute('href'), to('卡包'), to('订单'), to('激活学习卡')]).toEqual([
    '/home/products',
    '/home/cards',
    '/home/pay-orders',
    '/home/cards/use-card',
  ]);
});
