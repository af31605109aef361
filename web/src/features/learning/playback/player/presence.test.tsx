import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import lessonWords from 'virtual:locale/lesson';
import { createPlayerPort } from './player-port.ts';
import { Presence } from './presence.tsx';

const minute = 60_000;
let isPaused = false;

beforeEach(async () => {
  await lessonWords.load();
  vi.useFakeTimers();
  const video = document.createElement('video');
  isPaused = false;
  Object.defineProperty(video, 'paused', { get: () => isPaused });
  const set = (paused: boolean, event: string): void => {
    isPaused = paused;
    video.dispatchEvent(new Event(event));
  };
  video.pause = () => set(true, 'pause');
  video.play = async () => set(false, 'play');
  const port = createPlayerPort(video, { loadHls: () => Promise.reject(new Error('nothing is loaded here')) });
  video.dispatchEvent(new Event('play'));
  render(<Presence minutes={15} port={port} />);
});
afterEach(() => vi.useRealTimers());

const wait = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

it('asks after the minutes of the course without a touch, and goes on when somebody is there', () => {
  wait(15 * minute - 1000);
  fireEvent.pointerMove(window);
  wait(15 * minute - 1000);
  expect([isPaused, screen.queryByRole('alertdialog')]).toEqual([false, null]);
  wait(1000);
  expect(isPaused).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: '继续观看' }));
  expect([isPaused, screen.queryByRole('alertdialog')]).toEqual([false, null]);
  wait(15 * minute);
  expect(isPaused).toBe(true);
});
