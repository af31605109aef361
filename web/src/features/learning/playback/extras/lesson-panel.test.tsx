import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import lessonWords from 'virtual:locale/lesson';
import type { LessonAnswer } from '@kaike/shared/contracts/learning/lessons';
import { loadWording } from '../../../../app/wording.ts';
import { createPlayerPort, type PlayerPort } from '../player/player-port.ts';
import { LessonPanel, type LessonTab } from './lesson-panel.tsx';

const facts: LessonAnswer = {
  lesson: { id: 7, number: 1, type: 1, title: '第一课', chapter_title: '第一章', duration_sec: 60 },
  course: { id: 3, title: '口语' },
  attachments: [],
  sound_file: null,
  has_review: false,
  subtitles: [
    { id: 1, language: 'zh-CN' },
    { id: 2, language: 'en' },
  ],
  previous: null,
  next: null,
};
const files: Record<string, string> = {
  '/1': 'WEBVTT\n\n00:00:00.000 --> 00:00:03.000\n您好\n\n00:00:04.000 --> 00:00:07.000\n一杯拿铁\n',
  '/2': 'WEBVTT\n\n00:00:00.000 --> 00:00:03.000\nHello\n\n00:00:04.000 --> 00:00:07.000\nA latte, please.\n',
};

let video: HTMLVideoElement;
const seek = vi.fn<(to: number) => void>();
const scrolled = vi.fn<() => void>();

function Page({ port }: { port: PlayerPort }) {
  const [tab, setTab] = useState<LessonTab>('outline');
  const door = useRef<(() => void) | null>(null);
  return (
    <LessonPanel
      facts={facts}
      player={{ port, seek, fillGap: () => undefined }}
      progress={null}
      tab={tab}
      onTab={setTab}
      noteDoor={door}
    />
  );
}

beforeEach(async () => {
  await Promise.all([lessonWords.load(), loadWording('home')]);
  vi.spyOn(Element.prototype, 'scrollTo').mockImplementation(scrolled);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const file = /subtitles(\/\d)$/.exec(String(url))?.[1];
    if (file) return new Response(files[file]);
    return new Response(JSON.stringify({ notes: [], chapters: [] }), {
      headers: { 'content-type': 'application/json' },
    });
  });
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
      <Page port={port} />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  seek.mockClear();
  scrolled.mockClear();
});

const key = async (): Promise<void> => {
  fireEvent.keyDown(document.body, { key: 'n' });
  await screen.findByRole('textbox');
};

it('pauses for a note and shows its tab, and resumes after it', async () => {
  await key();
  expect(screen.getByRole('tab', { name: '笔记' }).getAttribute('aria-selected')).toBe('true');
  expect(video.paused).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: '取消' }));
  await waitFor(() => expect(video.paused).toBe(false));
});

it('Escape drops a word of an input method, not the note', async () => {
  await key();
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape', keyCode: 229 });
  expect(screen.getByRole('textbox')).toBeTruthy();
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
});

it('leaves a lesson paused that was paused before', async () => {
  video.pause();
  await key();
  fireEvent.click(screen.getByRole('button', { name: '取消' }));
  expect(video.paused).toBe(true);
});

it('opens the key list by the question mark, but not while typing', async () => {
  await key();
  fireEvent.keyDown(screen.getByRole('textbox'), { key: '?' });
  expect(screen.queryByText('后退或前进 10 秒')).toBeNull();
  fireEvent.keyDown(document.body, { key: '?' });
  expect(screen.getByText('后退或前进 10 秒')).toBeTruthy();
});

it('walks through the tabs with the arrow keys', () => {
  fireEvent.keyDown(screen.getByRole('tab', { name: '目录' }), { key: 'ArrowRight' });
  const tab = screen.getByRole('tab', { name: '文稿' });
  expect([document.activeElement, screen.getByRole('tabpanel').getAttribute('aria-labelledby')]).toEqual([tab, tab.id]);
});

it('follows what is said until the reader scrolls, and jumps by the rules of the player', async () => {
  fireEvent.click(screen.getByRole('tab', { name: '文稿' }));
  const latte = await screen.findByRole('button', { name: /A latte, please\.\s*一杯拿铁/ });
  const move = (to: number): void => {
    video.currentTime = to;
    fireEvent(video, new Event('timeupdate'));
  };
  move(5);
  expect(latte.getAttribute('aria-current')).toBe('true');
  expect(scrolled).toHaveBeenCalled();
  scrolled.mockClear();
  fireEvent.wheel(latte);
  move(1);
  expect([latte.getAttribute('aria-current'), scrolled.mock.calls]).toEqual([null, []]);
  fireEvent.click(screen.getByRole('button', { name: '回到正在播放的一句' }));
  expect(scrolled).toHaveBeenCalledOnce();
  fireEvent.click(latte);
  expect(seek).toHaveBeenCalledWith(4);
});

it('finds words in either language', async () => {
  fireEvent.click(screen.getByRole('tab', { name: '文稿' }));
  await screen.findByText('Hello');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '拿铁' } });
  expect([screen.queryByText('Hello'), screen.getByRole('status').textContent]).toEqual([null, '1 处']);
  expect(screen.getByText('拿铁').tagName).toBe('MARK');
});
