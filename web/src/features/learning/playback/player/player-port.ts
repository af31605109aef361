import { startHlsEngine, type HlsClass, type Quality } from './hls-engine.ts';
import {
  resumeNatively,
  seekToStart,
  hasChoice,
  isReturn,
  newlyLoaded,
  openNatively,
  switchedTo,
  type LoadedSource,
  type Source,
} from './loaded-source.ts';

/** The player state the page shows; a new object on every change. */
export type PlayerState = {
  position: number;
  is_paused: boolean;
  /** Playing, but waiting for data. */
  is_waiting: boolean;
  is_seeking: boolean;
  /** The first frame is available. */
  is_ready: boolean;
  rate: number;
  volume: number;
  is_muted: boolean;
  /** Buffered up to this second. */
  buffered_to: number;
  /** There is more than one quality, and this player can switch between them. */
  has_qualities: boolean;
};

export type PlayerEvent = 'state' | 'time' | 'play' | 'pause' | 'seek' | 'ended' | 'failed';

/** The player as progress, rules and tests see it, independent of the engine. */
export type PlayerPort = {
  /** Opens a source at a position and releases the previous one. */
  load: (source: Source, at: number) => Promise<void>;
  /** False when the browser requires a user gesture first. */
  play: () => Promise<boolean>;
  pause: () => void;
  seek: (to: number) => void;
  setRate: (rate: number) => void;
  setVolume: (volume: number, isMuted: boolean) => void;
  /** Applies to this source and later ones. */
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
 * Whether to play playlists natively: Apple's browsers do it well, and iPhones support nothing else. Other capable browsers
 * buffer only a few seconds, less than a short network outage, and refuse segments from another origin.
 */
export function playsNatively(video: HTMLMediaElement): boolean {
  return (
    video.canPlayType(playlistType) !== '' && ('webkitShowPlaybackTargetPicker' in video || !('MediaSource' in window))
  );
}

/** Commands the element handles itself, whatever is loaded. */
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
    // A new source resets to the default rate.
    video.defaultPlaybackRate = rate;
    video.playbackRate = rate;
  },
  setVolume(volume, isMuted) {
    video.volume = Math.min(1, Math.max(0, volume));
    video.muted = isMuted;
  },
});

/** Plays in a video element: natively where the browser does it well, else by an engine loaded on demand. */
export function createPlayerPort(video: HTMLVideoElement, deps: Deps): PlayerPort {
  const listeners = new Set<(event: PlayerEvent) => void>();
  let loaded: LoadedSource | null = null;
  let state = idle;
  let quality: Quality = 'auto';
  const commands = commandsOf(video);

  function update(): void {
    const now = read(video, state);
    // Until the duration is known the element is at 0, wherever it will start.
    state = loaded && !loaded.has_metadata ? { ...now, position: loaded.at, buffered_to: loaded.at } : now;
  }

  function notify(event: PlayerEvent): void {
    update();
    for (const listener of listeners) listener(event);
  }

  async function useEngine(current: LoadedSource): Promise<void> {
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
        state = { ...state, has_qualities: count > 1 };
        notify('state');
      },
    });
  }

  /** Some browsers claim to play playlists and cannot: try the engine before giving up the source. */
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
      if (loaded) seekToStart(video, loaded);
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
      state = { ...state, is_ready: false, position: at, buffered_to: at, has_qualities: false };
      const current = newlyLoaded(source, at);
      loaded = current;
      if (source.mode === 'hls' && !playsNatively(video)) return useEngine(current);
      state = { ...state, has_qualities: hasChoice(source) };
      openNatively(video, current, quality);
    },
    ...commands,
    seek(to) {
      // Until the duration is known, this sets where it starts.
      if (loaded) loaded.at = Math.max(0, to);
      commands.seek(to);
      // The next key may be pressed before the browser reports the jump: a note, or another jump from here.
      update();
    },
    setQuality(nextQuality) {
      quality = nextQuality;
      loaded?.engine?.setQuality(nextQuality);
      const next = loaded && switchedTo(video, loaded, nextQuality);
      if (!next) return;
      loaded = next;
      resumeNatively(video, next, nextQuality);
    },
    state: () => state,
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
