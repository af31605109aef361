import { startHlsEngine, type HlsClass, type Quality } from './hls-engine.ts';
import {
  goOnNatively,
  goToPlace,
  hasChoice,
  isReturn,
  newlyLoaded,
  openNatively,
  switchedTo,
  type Loaded,
  type Source,
} from './loaded-source.ts';

/** What the page shows of the player; a new object whenever something in it changes. */
export type PlayerState = {
  position: number;
  is_paused: boolean;
  /** It wants to play and waits for data. */
  is_waiting: boolean;
  is_seeking: boolean;
  /** The first picture is there. */
  is_ready: boolean;
  rate: number;
  volume: number;
  is_muted: boolean;
  /** Up to here it could play without the network. */
  buffered_to: number;
  /** There is more than one quality, and this player can be told which to play. */
  has_qualities: boolean;
};

export type PlayerEvent = 'state' | 'time' | 'play' | 'pause' | 'seek' | 'ended' | 'failed';

/** A player as everything but its picture knows it: progress, rules and tests, whoever plays. */
export type PlayerPort = {
  /** Opens a source at a place; a source before it is let go. */
  load: (source: Source, at: number) => Promise<void>;
  /** False when the browser wants a touch first. */
  play: () => Promise<boolean>;
  pause: () => void;
  seek: (to: number) => void;
  setRate: (rate: number) => void;
  setVolume: (volume: number, isMuted: boolean) => void;
  /** Of this source and those after it. */
  setQuality: (quality: Quality) => void;
  state: () => PlayerState;
  subscribe: (listener: (event: PlayerEvent) => void) => () => void;
  destroy: () => void;
};

type Deps = { loadHls: () => Promise<HlsClass> };

const playlistType = 'application/vnd.apple.mpegurl';
const enough = 3;

const idle: PlayerState = {
  position: 0,
  is_paused: true,
  is_waiting: false,
  is_seeking: false,
  is_ready: false,
  rate: 1,
  volume: 1,
  is_muted: false,
  buffered_to: 0,
  has_qualities: false,
};

function bufferedTo(video: HTMLVideoElement): number {
  const { buffered, currentTime } = video;
  for (let index = 0; index < buffered.length; index += 1)
    if (buffered.start(index) <= currentTime + 0.5 && buffered.end(index) >= currentTime) return buffered.end(index);
  return currentTime;
}

function read(video: HTMLVideoElement, before: PlayerState): PlayerState {
  return {
    position: video.currentTime,
    is_paused: video.paused,
    is_seeking: video.seeking,
    rate: video.playbackRate,
    volume: video.volume,
    is_muted: video.muted,
    is_waiting: !video.paused && !video.ended && video.readyState < enough,
    is_ready: before.is_ready || video.readyState >= 2,
    buffered_to: bufferedTo(video),
    has_qualities: before.has_qualities,
  };
}

/**
 * Whether the browser itself is to play playlists: Apple's do it well, and iPhones know nothing else. Others that can keep
 * no more than a few seconds ahead, which a short cut of the network outlasts.
 */
function playsNatively(video: HTMLVideoElement): boolean {
  return (
    video.canPlayType(playlistType) !== '' && ('webkitShowPlaybackTargetPicker' in video || !('MediaSource' in window))
  );
}

/** What the element does by itself, whatever is loaded. */
const commandsOf = (
  video: HTMLVideoElement,
): Pick<PlayerPort, 'play' | 'pause' | 'seek' | 'setRate' | 'setVolume'> => ({
  play: () =>
    video.play().then(
      () => true,
      () => false,
    ),
  pause: () => video.pause(),
  seek(to) {
    video.currentTime = Math.max(0, to);
  },
  setRate(rate) {
    // A new source goes back to the default rate.
    video.defaultPlaybackRate = rate;
    video.playbackRate = rate;
  },
  setVolume(volume, isMuted) {
    video.volume = Math.min(1, Math.max(0, volume));
    video.muted = isMuted;
  },
});

/** Plays in a video element: natively where the browser does it well, else by an engine that is loaded then. */
export function createPlayerPort(video: HTMLVideoElement, deps: Deps): PlayerPort {
  const listeners = new Set<(event: PlayerEvent) => void>();
  let loaded: Loaded | null = null;
  let shown = idle;
  let quality: Quality = 'auto';
  const commands = commandsOf(video);

  function notify(event: PlayerEvent): void {
    const now = read(video, shown);
    // Until the length is known the element stands at 0, wherever it will begin.
    shown = loaded && !loaded.has_metadata ? { ...now, position: loaded.at, buffered_to: loaded.at } : now;
    for (const listener of listeners) listener(event);
  }

  async function useEngine(current: Loaded): Promise<void> {
    const fail = (): void => notify('failed');
    const Hls = await deps.loadHls().catch(() => null);
    if (loaded !== current) return;
    if (!Hls?.isSupported()) return fail();
    current.engine = startHlsEngine(Hls, {
      video,
      url: current.source.url,
      at: current.at,
      quality,
      onFail: fail,
      onQualities(count) {
        shown = { ...shown, has_qualities: count > 1 };
        notify('state');
      },
    });
  }

  /** Some browsers say they can play playlists and cannot: the engine gets a try before the source is given up. */
  function failNatively(): void {
    if (!loaded || loaded.engine) return;
    if (loaded.has_metadata || loaded.is_switched || loaded.source.mode === 'mp4') return notify('failed');
    const again = newlyLoaded(loaded.source, loaded.at);
    loaded = again;
    void useEngine(again);
  }

  function release(): void {
    loaded?.engine?.destroy();
    loaded = null;
  }

  const handlers: Record<string, () => void> = {
    loadedmetadata: () => {
      if (loaded) goToPlace(video, loaded);
      notify('state');
    },
    timeupdate: () => notify('time'),
    play: () => notify('play'),
    pause: () => notify('pause'),
    seeking: () => notify(loaded && isReturn(video, loaded) ? 'state' : 'seek'),
    seeked: () => {
      if (loaded) loaded.is_returning = false;
      notify('state');
    },
    ended: () => notify('ended'),
    error: failNatively,
  };
  for (const name of [
    'waiting',
    'playing',
    'canplay',
    'loadeddata',
    'progress',
    'ratechange',
    'volumechange',
    'emptied',
  ])
    handlers[name] = () => notify('state');
  for (const [name, handler] of Object.entries(handlers)) video.addEventListener(name, handler);

  return {
    async load(source, at) {
      release();
      shown = { ...shown, is_ready: false, position: at, buffered_to: at, has_qualities: false };
      const current = newlyLoaded(source, at);
      loaded = current;
      if (source.mode === 'hls' && !playsNatively(video)) return useEngine(current);
      shown = { ...shown, has_qualities: hasChoice(source) };
      openNatively(video, current, quality);
    },
    ...commands,
    seek(to) {
      // Until the length is known, this is where it begins.
      if (loaded) loaded.at = Math.max(0, to);
      commands.seek(to);
    },
    setQuality(nextQuality) {
      quality = nextQuality;
      loaded?.engine?.setQuality(nextQuality);
      const next = loaded && switchedTo(video, loaded, nextQuality);
      if (!next) return;
      loaded = next;
      goOnNatively(video, next, nextQuality);
    },
    state: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy() {
      for (const [name, handler] of Object.entries(handlers)) video.removeEventListener(name, handler);
      listeners.clear();
      release();
      video.removeAttribute('src');
      video.load();
    },
  };
}
