import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import lessonWords from 'virtual:locale/lesson';
import type { PlayAuth } from '@kaike/shared/contracts/learning/watching';
import { userOf } from '../../../../../test/session-users.ts';
import { useSession } from '../../../../app/session.ts';
import { loadWording } from '../../../../app/wording.ts';
import type { LessonSession } from '../lesson-session.ts';
import { emptyLesson, type LessonState } from '../lesson-state.ts';
import { createPlayerPort } from '../player/player-port.ts';
import { setSleep } from '../sound/sleep-timer.ts';
import { useDetachedPlayer, type DetachedSound } from './detached-player.ts';
import { MiniPlayer } from './mini-player.tsx';

const auth = {
  lesson: { id: 1, title: '跟读练习', chapter_title: '', cover: null },
  course: { id: 9, title: '发音精讲', cover_style: '' },
  duration_sec: 600,
  next: { id: 2, type: 2, title: '下一课' },
} as PlayAuth;

const store = createStore<LessonState>(() => ({ ...emptyLesson, phase: 'ready', auth }));
const open = vi.fn<(id: number) => Promise<void>>(async () => undefined);
const stop = vi.fn<() => Promise<void>>(async () => undefined);
let element: HTMLVideoElement;
let paused: HTMLMediaElement[] = [];
let router: ReturnType<typeof createMemoryRouter>;

beforeEach(async () => {
  await Promise.all([lessonWords.load(), loadWording('home')]);
  paused = [];
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    paused.push(this);
  });
  element = document.createElement('video');
  document.body.append(element);
  const port = createPlayerPort(element, { loadHls: () => Promise.reject(new Error('nothing is loaded here')) });
  const session = { store, open, toggle: () => undefined, seek: () => undefined } as unknown as LessonSession;
  const sound: DetachedSound = { session, port, element, stop };
  store.setState({ phase: 'ready', completed_at: null });
  useSession.setState({ user: userOf() });
  useDetachedPlayer.setState({ sound });
  router = createMemoryRouter([{ path: '*', element: <MiniPlayer sound={sound} /> }], {
    initialEntries: ['/home/index'],
  });
  render(<RouterProvider router={router} />);
});
afterEach(() => {
  element.remove();
  setSleep('off');
  useDetachedPlayer.setState({ sound: null });
  useSession.setState({ user: null });
  vi.useRealTimers();
  vi.clearAllMocks();
});

it('leads to its lesson, and plays the next one only after a finished one', () => {
  expect(screen.getByRole('link', { name: /跟读练习/ }).getAttribute('href')).toBe('/home/lessons/1');
  act(() => store.setState({ phase: 'finished' }));
  expect(open).not.toHaveBeenCalled();
  act(() => store.setState({ completed_at: '2026-11-24T00:00:00Z' }));
  expect(open).toHaveBeenCalledWith(2);
});

it('stays with this lesson when the sleep timer says so', () => {
  setSleep('end');
  act(() => store.setState({ phase: 'finished', completed_at: '2026-11-24T00:00:00Z' }));
  expect(open).not.toHaveBeenCalled();
});

const wait = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

it('falls silent when the time is over', () => {
  vi.useFakeTimers();
  act(() => setSleep('15'));
  wait(15 * 60_000 - 1);
  expect(paused).toEqual([]);
  wait(1);
  expect(paused).toEqual([element]);
});

it('falls silent when something else begins to play', () => {
  const other = document.createElement('video');
  document.body.append(other);
  fireEvent(other, new Event('play'));
  expect(paused).toEqual([element]);
  other.remove();
});

it('ends where a lesson has its own sound, and with the login', async () => {
  await act(() => router.navigate('/open/courses'));
  expect(stop).not.toHaveBeenCalled();
  await act(() => router.navigate('/home/lessons/7'));
  expect([stop.mock.calls.length, useDetachedPlayer.getState().sound]).toEqual([1, null]);
});
