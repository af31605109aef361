import { fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import lessonWords from 'virtual:locale/lesson';
import { createStore } from 'zustand/vanilla';
import type { LessonSession } from '../lesson-session.ts';
import { emptyLesson } from '../lesson-state.ts';
import { createPlayerPort } from './player-port.ts';
import { Stage } from './stage.tsx';

beforeAll(() => lessonWords.load());
afterEach(() => void Reflect.deleteProperty(document, 'pictureInPictureEnabled'));

const nothing = (): void => undefined;
const later = async (): Promise<void> => undefined;
const session: LessonSession = {
  store: createStore(() => emptyLesson),
  open: later,
  takeOver: later,
  retry: later,
  toggle: nothing,
  seek: nothing,
  setRate: nothing,
  startOver: nothing,
  fillGap: nothing,
  dismissResume: nothing,
  hide: nothing,
  show: nothing,
  setOnline: nothing,
  stop: later,
};

it('shows over the video what a key did: muted, and the sound again', () => {
  const video = document.createElement('video');
  const port = createPlayerPort(video, { loadHls: () => Promise.reject(new Error('nothing is loaded here')) });
  render(
    <Stage
      session={session}
      port={port}
      lesson={emptyLesson}
      stage={createRef()}
      onNext={nothing}
      subtitles={{ offered: [], chosen: '', choose: nothing, flip: nothing }}
    />,
  );
  expect(screen.queryByText('watching.mute')).toBeNull();
  fireEvent.keyDown(document.body, { key: 'm' });
  expect([video.muted, screen.getByText('watching.mute').getAttribute('aria-hidden')]).toEqual([true, 'true']);
  fireEvent(video, new Event('volumechange')); // Browsers report it themselves.
  fireEvent.keyDown(document.body, { key: 'm' });
  expect([video.muted, screen.queryByText('watching.mute'), screen.getByText('watching.unmute')]).toEqual([
    false,
    null,
    expect.anything(),
  ]);
});

it('fills the window with the mark where only the video itself may fill the screen, as on iPhones', () => {
  const video = Object.assign(document.createElement('video'), {
    webkitEnterFullscreen: () => expect.unreachable('the system’s player covers the marquee'),
  });
  const port = createPlayerPort(video, { loadHls: () => Promise.reject(new Error('nothing is loaded here')) });
  const stage = { current: document.createElement('div') };
  render(
    <Stage
      session={session}
      port={port}
      lesson={emptyLesson}
      stage={stage}
      onNext={nothing}
      subtitles={{ offered: [], chosen: '', choose: nothing, flip: nothing }}
    />,
  );
  expect('requestFullscreen' in stage.current).toBe(false);
  fireEvent.keyDown(document.body, { key: 'f' });
  expect(stage.current.dataset['filled']).toBe('');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(stage.current.dataset['filled']).toBeUndefined();
});

it('has no button that takes the film out of the page, and away from the mark', () => {
  Object.defineProperty(document, 'pictureInPictureEnabled', { value: true, configurable: true });
  const port = createPlayerPort(document.createElement('video'), {
    loadHls: () => Promise.reject(new Error('nothing is loaded here')),
  });
  render(
    <Stage
      session={session}
      port={port}
      lesson={{ ...emptyLesson, phase: 'ready' }}
      stage={createRef()}
      onNext={nothing}
      subtitles={{ offered: [], chosen: '', choose: nothing, flip: nothing }}
    />,
  );
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(names).toContain('全屏');
  expect(names.filter((name) => /pip|画中画/.test(name ?? ''))).toEqual([]);
});
