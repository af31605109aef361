import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import accountWords from 'virtual:locale/account';
import type { Account } from '@kaike/shared/contracts/auth/account';
import { ProfileCard } from './profile-card.tsx';

const account: Account = {
  nickname: '小明',
  avatar: null,
  mobile_phone: null,
  has_password: false,
  gender: 0,
  birthday: '2010-05-06',
  birthday_locked: false,
  school: '',
  grade: '',
  real_name: '',
  id_card_last4: '',
  pending_name: null,
  pending_last4: null,
  is_auth: 0,
  auth_method: null,
  refusal: '',
  face: null,
  face_check: null,
  status: 1,
  daily_goal_min: 15,
  weekly_summary: true,
  remind_hour: null,
  erase_at: null,
  version: 1,
};

it.each([true, false])(
  'the birthday of a verified number cannot be typed over, and says why (%s)',
  async (isLocked) => {
    await accountWords.load();
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ProfileCard account={{ ...account, birthday_locked: isLocked }} />
      </QueryClientProvider>,
    );
    const field = screen.getByLabelText<HTMLInputElement>('生日');
    expect([field.value, field.disabled]).toEqual(['2010-05-06', isLocked]);
    expect(screen.queryByText('来自已通过的实名认证，如有误请联系学校修改') !== null).toBe(isLocked);
  },
);
