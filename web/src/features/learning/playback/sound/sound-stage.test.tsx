import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { createStore } from 'zustand/vanilla';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import lessonWords from 'virtual:locale/lesson';
import type { PlayAuth } from '@kaike/shared/contracts/learning/watching';
import { AudioLessonContext } from '../audio-translations.ts';
import type { LessonSession } from '../lesson-session.ts';
import { emptyLesson, type LessonState } from '../lesson-state.ts';
import type { PlayerPort, PlayerState } from '../player/player-port.ts';
import { SoundStage } from './sound-stage.tsx';

const auth: PlayAuth = {
  other_device: false,
  other: null,
  ticket: 'T',
  expires_at: null,
  source: { mode: 'mp4', url: '/sound.mp3', renditions: [] },
  marquee: '张三 5678 AB23CD',
  lesson: { id: 1, title: '跟读练习', chapter_title: '第一章', cover: '/cover.webp' },
  course: { id: 9, title: '发音精讲', cover_style: '' },
  position: 0,
  duration_sec: 600,
  seen: [[0, 60]],
  seen_sec: 60,
  percent: 10,
  completed_at: null,
  missing_sec: 480,
  max_speed: 2,
  forbid_skip: false,
  presence_min: 0,
  complete_percent: 90,
  preview_sec: null,
  offer: null,
  next: { id: 2, type: 2, title: '下一课' },
  previous: null,
};
const playing: PlayerState = {
  position: 100,
  is_paused: false,
  is_waiting: false,
  is_seeking: false,
  is_ready: true,
  rate: 1,
  volume: 1,
  is_muted: false,
  buffered_to: 160,
  has_qualities: true,
};
const ready: LessonState = { ...emptyLesson, phase: 'ready', auth, seen: [[0, 60]], seen_sec: 60, percent: 10 };

const handlers = new Map<string, MediaSessionActionHandler | null>();
const positions: MediaPositionState[] = [];
let locks = 0;
const mediaSession = {
  metadata: null as { title: string; artist: string; artwork: { src: string }[] } | null,
  playbackState: 'none',
  setActionHandler: (name: string, handler: MediaSessionActionHandler | null) => {
    handlers.set(name, handler);
  },
  setPositionState: (state: MediaPositionState) => {
    positions.push(state);
  },
};

// Audio lessons have their own wording for a few things; the others show their keys.
beforeAll(() => lessonWords.load());
beforeEach(() => {
  Object.assign(globalThis, {
    MediaMetadata: class {
      constructor(init: object) {
        Object.assign(this, init);
      }
    },
  });
  Object.defineProperty(navigator, 'mediaSession', { value: mediaSession, configurable: true });
  Object.defineProperty(navigator, 'wakeLock', {
    value: {
      request: async () => {
        locks += 1;
        return { release: async () => undefined };
      },
    },
    configurable: true,
  });
});
afterEach(() => {
  handlers.clear();
  positions.length = 0;
  for (const name of ['mediaSession', 'wakeLock']) Reflect.deleteProperty(navigator, name);
  Reflect.deleteProperty(globalThis, 'MediaMetadata');
});

/** The stage over a player and a session that record their calls. */
function start(lesson: LessonState = ready, state: PlayerState = playing) {
  const calls: string[] = [];
  const record =
    (name: string) =>
    (...args: unknown[]): void => {
      calls.push([name, ...args.filter((one) => typeof one === 'number')].join(' '));
    };
  const session: LessonSession = {
    store: createStore(() => lesson),
    open: async () => undefined,
    takeOver: async () => record('takeOver')(),
    retry: async () => record('retry')(),
    toggle: record('toggle'),
    seek: record('seek'),
    setRate: record('rate'),
    startOver: record('startOver'),
    fillGap: record('fillGap'),
    dismissResume: record('dismiss'),
    hide: record('hide'),
    show: record('show'),
    setOnline: record('online'),
    stop: async () => undefined,
  };
  const port: PlayerPort = {
    load: async () => undefined,
    play: async () => true,
    pause: record('pause'),
    seek: record('port-seek'),
    setRate: record('port-rate'),
    setVolume: () => undefined,
    setQuality: record('quality'),
    state: () => state,
    subscribe: () => () => undefined,
    destroy: () => undefined,
  };
  const view = render(
    <MemoryRouter>
      <AudioLessonContext value>
        <SoundStage session={session} port={port} lesson={lesson} onNext={record('next')} />
      </AudioLessonContext>
    </MemoryRouter>,
  );
  return { calls, view };
}

const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};

it('shows cover, title, course and seen intervals, with named buttons', () => {
  const { calls, view } = start();
  expect([
    view.container.querySelector('img')?.getAttribute('src'),
    screen.getByText('跟读练习').tagName,
    screen.getByText('发音精讲').tagName,
  ]).toEqual(['/cover.webp', 'P', 'P']);
  const bar = screen.getByRole('slider', { name: 'watching.progress' });
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['100', '600']);
  for (const name of ['watching.pause', 'watching.skipped_back', 'watching.skipped', 'watching.next']) press(name);
  expect(calls).toEqual(['toggle', 'seek 85', 'seek 115', 'next']);
});

it('has no video features: no full screen, no small window, no quality, no marquee, no wake lock', () => {
  start();
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(names.filter((name) => /full|quality|subtitles/.test(name ?? ''))).toEqual([]);
  expect([screen.queryByText(auth.marquee), locks]).toEqual([null, 0]);
});

it('is controlled by the keyboard, with the same steps as the buttons', () => {
  const { calls } = start();
  for (const key of [' ', 'ArrowLeft', 'ArrowRight', 'f', 'c', '>']) fireEvent.keyDown(document.body, { key });
  expect(calls).toEqual(['toggle', 'seek 85', 'seek 115', 'rate 1.25']);
});

it('offers the speeds the course allows, and keeps the chosen one', () => {
  const { calls } = start();
  press('watching.speed_now');
  expect(screen.queryByRole('button', { name: '2.5×' })).toBeNull();
  press('1.5×');
  expect([calls, localStorage.getItem('kaike.speed')]).toEqual([['rate 1.5'], '1.5']);
});

it('is on the lock screen: title, cover, course, position, and a bar that follows the seek rules', () => {
  const { calls, view } = start();
  expect(mediaSession.metadata).toEqual({ title: '跟读练习', artist: '发音精讲', artwork: [{ src: '/cover.webp' }] });
  expect([mediaSession.playbackState, positions]).toEqual([
    'playing',
    [{ duration: 600, position: 100, playbackRate: 1 }],
  ]);
  handlers.get('seekto')?.({ action: 'seekto', seekTime: 42 });
  handlers.get('seekforward')?.({ action: 'seekforward' });
  handlers.get('nexttrack')?.({ action: 'nexttrack' });
  expect(calls).toEqual(['seek 42', 'seek 115', 'next']);
  view.unmount();
  expect([...handlers.values()].every((handler) => handler === null)).toBe(true);
});

it('does nothing while something prevents playing, and shows what it is', () => {
  const { calls, view } = start({ ...ready, phase: 'elsewhere' }, { ...playing, is_paused: true });
  expect(
    view.container
      .querySelector('[inert]')
      ?.contains(screen.getByRole('slider', { name: 'watching.progress', hidden: true })),
  ).toBe(true);
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(calls).toEqual([]);
  expect(screen.getByRole('alertdialog').getAttribute('aria-label')).toBe('您正在其他设备上学习');
  press('在此继续收听');
  expect(calls).toEqual(['takeOver']);
});
