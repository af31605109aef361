import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { loadWording } from '../wording.ts';
import { LoadFailure } from './load-failure.tsx';

const again = vi.fn<() => void>();
let isDown = true;
let questions = 0;

beforeEach(async () => {
  await loadWording('home');
  vi.useFakeTimers();
  sessionStorage.clear();
  [isDown, questions] = [true, 0];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    questions += 1;
    if (isDown) throw new TypeError('Failed to fetch');
    return Response.json({});
  });
});
afterEach(() => {
  again.mockReset();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (seconds: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
  });

const show = (status: number) =>
  render(
    <MemoryRouter>
      <LoadFailure error={new ApiError(status, {})} retry={again} />
    </MemoryRouter>,
  );

it('loads again by itself when the server serves again', async () => {
  show(0);
  await pass(20);
  expect(questions).toBeGreaterThan(1);
  expect(again).not.toHaveBeenCalled();
  isDown = false;
  await pass(60);
  expect(again).toHaveBeenCalled();
});

it('a server that stays away is asked ever more rarely, also by the pages that are loaded anew', async () => {
  const { unmount } = show(0);
  await pass(60);
  const first = questions;
  unmount();
  show(0);
  await pass(600);
  expect(first).toBeLessThan(7);
  expect(questions - first).toBeLessThan(28);
});

it('a proxy without a server behind it counts as one that is away', async () => {
  show(502);
  isDown = false;
  await pass(10);
  expect(again).toHaveBeenCalled();
});

it('nobody asks after a refusal, nor when the page has been left', async () => {
  const { unmount } = show(0);
  unmount();
  show(404);
  isDown = false;
  await pass(60);
  window.dispatchEvent(new Event('online'));
  expect(questions).toBe(0);
  expect(again).not.toHaveBeenCalled();
});

it('does not wait when the browser says that it is online again', async () => {
  show(0);
  await pass(0);
  window.dispatchEvent(new Event('online'));
  expect(again).toHaveBeenCalledOnce();
  expect(screen.getByRole('alert')).toBeTruthy();
});
