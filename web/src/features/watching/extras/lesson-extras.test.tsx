import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import lessonWords from 'virtual:words/lesson';
import type { LessonAnswer } from '@kaike/shared/contracts/lessons';
import { loadWording } from '../../../app/wording.ts';
import { createPlayerPort } from '../player/player-port.ts';
import { LessonExtras } from './lesson-extras.tsx';

const facts: LessonAnswer = {
  lesson: { id: 7, type: 1, title: '第一课', chapter_title: '第一章', duration_sec: 60 },
  course: { id: 3, title: '口语' },
  attachments: [],
  has_review: false,
  subtitles: [],
  previous: null,
  next: null,
};

let video: HTMLVideoElement;

beforeEach(async () => {
  await Promise.all([lessonWords.load(), loadWording('home')]);
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () => new Response(JSON.stringify({ notes: [] }), { headers: { 'content-type': 'application/json' } }),
  );
  video = document.createElement('video');
  let isPaused = false;
  Object.defineProperty(video, 'paused', { get: () => isPaused });
  video.pause = () => {
    isPaused = true;
    video.dispatchEvent(new Event('pause'));
  };
  video.play = async () => {
    isPaused = false;
    video.dispatchEvent(new Event('play'));
  };
  const port = createPlayerPort(video, {
    loadHls: async () => {
      throw new Error('nothing is loaded here');
    },
  });
  video.dispatchEvent(new Event('play'));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LessonExtras facts={facts} player={{ port, seek: port.seek }} />
    </QueryClientProvider>,
  );
});
afterEach(() => vi.restoreAllMocks());

it('pauses for a note, and resumes after it', async () => {
  fireEvent.click(screen.getByRole('button', { name: /记笔记/ }));
  expect(video.paused).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: '取消' }));
  await waitFor(() => expect(video.paused).toBe(false));
});

it('leaves a lesson paused that was paused before', () => {
  video.pause();
  fireEvent.click(screen.getByRole('button', { name: /记笔记/ }));
  fireEvent.click(screen.getByRole('button', { name: '取消' }));
  expect(video.paused).toBe(true);
});

it('opens the key list by the question mark, but not while typing', () => {
  fireEvent.click(screen.getByRole('button', { name: /记笔记/ }));
  fireEvent.keyDown(screen.getByRole('textbox'), { key: '?' });
  expect(screen.queryByText('后退或前进 10 秒')).toBeNull();
  fireEvent.keyDown(document.body, { key: '?' });
  expect(screen.getByText('后退或前进 10 秒')).toBeTruthy();
});
