import { act, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import siteWords from 'virtual:locale/site';
import { loadWording, switchLocale } from '../../../../app/wording.ts';
import { HelpPage } from './help.page.tsx';

const answer = (data: unknown): void => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () => new Response(JSON.stringify({ data }), { headers: { 'content-type': 'application/json' } }),
  );
};

beforeEach(async () => {
  await Promise.all([siteWords.load(), loadWording('open')]);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const show = (): void => {
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <HelpPage /> }])} />);
};

it('shows the answers below their topics, each closed until asked', async () => {
  answer([
    { topic: 'cards', faqs: [{ id: 1, question: '卡密在哪里', answer: '刮开涂层。\n电子卡在短信里。' }] },
    { topic: 'orders', faqs: [{ id: 2, question: '可以退吗', answer: '7 天内可退。' }] },
  ]);
  show();
  const question = await screen.findByText('卡密在哪里');
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    '学习卡',
    '购买与退款',
  ]);
  const details = question.closest('details');
  expect(details?.open).toBe(false);
  expect([...(details?.querySelectorAll('p') ?? [])].map((line) => line.textContent)).toEqual([
    '刮开涂层。',
    '电子卡在短信里。',
  ]);
  expect(within(screen.getByRole('navigation', { name: '问题分类' })).getAllByRole('button')).toHaveLength(2);
});

it('says so when there is none', async () => {
  answer([]);
  show();
  await screen.findByRole('heading', { name: '暂无常见问题' });
});

it('loads the answers anew in another language, and shows those before until they are there', async () => {
  answer([{ topic: 'cards', faqs: [{ id: 1, question: '卡密在哪里', answer: '刮开涂层。' }] }]);
  show();
  await screen.findByText('卡密在哪里');
  let send = (_response: Response): void => undefined;
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise((resolve) => (send = resolve)));
  await act(() => switchLocale('en'));
  expect(screen.getByText('卡密在哪里')).toBeTruthy();
  const faqs = [{ id: 1, question: 'Where is the code', answer: 'Below the coating.' }];
  send(Response.json({ data: [{ topic: 'cards', faqs }] }));
  await screen.findByText('Where is the code');
  expect(screen.queryByText('卡密在哪里')).toBeNull();
  await act(() => switchLocale('zh-CN'));
});
