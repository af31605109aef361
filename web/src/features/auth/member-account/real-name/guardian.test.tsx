import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import accountWords from 'virtual:locale/account';
import { renderPage } from '../../../../../test/render-page.tsx';
import { loadWording } from '../../../../app/wording.ts';
import { RealNamePage } from '../real-name.page.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const account = {
  is_auth: 0,
  real_name: '张三',
  pending_name: null,
  pending_last4: null,
  id_card_last4: '',
  face: null,
  face_check: null,
  version: 1,
};

it('asks for a guardian as soon as the number is of a child below fourteen, and sends nothing without', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T04:00:00Z') });
  await Promise.all([accountWords.load(), loadWording('home')]);
  const bodies: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_address, init) => {
    if (init?.method === 'POST') bodies.push(JSON.parse(String(init.body)));
    const state = bodies.length > 0 ? { is_auth: 1, pending_name: '张三', pending_last4: '0033', version: 2 } : {};
    return Response.json({ _token: 'T', account: { ...account, ...state } });
  });
  renderPage(<RealNamePage />);
  const enter = (value: string) => fireEvent.change(screen.getByLabelText('身份证号'), { target: { value } });
  const send = () => fireEvent.click(screen.getByRole('button', { name: '人工审核' }));
  const guardian = () => screen.queryByRole('checkbox', { name: /我是学员的监护人/ });
  await screen.findByLabelText('身份证号');
  for (const value of ['11010120121125', '110101201211240038']) {
    enter(value);
    expect(guardian()).toBeNull();
  }
  enter('110101201211250033');
  fireEvent.click(screen.getByRole('checkbox', { name: /^我同意平台/ }));
  send();
  expect(await screen.findByText('请由监护人勾选同意')).toBeTruthy();
  expect(bodies).toEqual([]);
  fireEvent.click(guardian() as HTMLElement);
  send();
  await screen.findByText(/0033/);
  expect(bodies).toEqual([expect.objectContaining({ id_card: '110101201211250033', guardian_consent: true })]);
});
