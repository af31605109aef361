import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import celebrationWords from 'virtual:locale/celebration';
import { loadWording } from '../../../../app/wording.ts';
import { LateCelebration } from './late-celebration.tsx';

beforeEach(async () => {
  await Promise.all([celebrationWords.load(), loadWording('home')]);
});
afterEach(() => vi.restoreAllMocks());

/** The server's answers, one after the other; returns how often it was asked. */
function answer(...celebrations: unknown[]): () => number {
  let count = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const isToken = String(url).includes('/open/token');
    const celebration = isToken ? null : celebrations[count];
    if (!isToken) count += 1;
    return new Response(JSON.stringify(isToken ? { _token: 't' } : { celebration }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  return () => count;
}

it.each([
  [{ kind: 'goal', days: 1 }, '今天满格了明天再来填一格'],
  [{ kind: 'goal', days: 5 }, '今天满格了连续 5 天，明天再来填一格'],
  [{ kind: 'streak', days: 7 }, '七日不辍连续学习 7 天七格填满，这一页写得工整。'],
])('announces %j, and goes when it is closed', async (celebration, text) => {
  const requests = answer(celebration, celebration);
  const { rerender } = render(<LateCelebration isDue />);
  const close = await screen.findByRole('button', { name: '关闭' });
  expect(screen.getByRole('status').textContent).toBe(text);
  // A newer answer of the page has nothing left to celebrate.
  rerender(<LateCelebration isDue={false} />);
  expect(screen.getByRole('status').textContent).toBe(text);
  fireEvent.click(close);
  rerender(<LateCelebration isDue />);
  expect([screen.queryByRole('status'), requests()]).toEqual([null, 1]);
});

it('shows nothing where another device was first', async () => {
  const requests = answer(null);
  render(<LateCelebration isDue />);
  const status = await screen.findByRole('status');
  await waitFor(() => expect(requests()).toBe(1));
  expect([status.textContent, screen.queryByRole('button')]).toEqual(['', null]);
});

it('does not ask when nothing is due', () => {
  const requests = answer();
  render(<LateCelebration isDue={false} />);
  expect(requests()).toBe(0);
});
