import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PlayAuth } from '@kaike/shared/contracts/learning/watching';
import type { HeartbeatRequest } from '../heartbeats/heartbeat-port.ts';
import { createLessonSession } from '../lesson-session.ts';
import type { HlsClass } from './hls-engine.ts';
import { createPlayerPort, type PlayerEvent } from './player-port.ts';

type Shape = { can_play?: string };

/** A video element whose state the test controls. */
function createVideo({ can_play = 'maybe' }: Shape = {}) {
  const video = document.createElement('video');
  const inner = { currentTime: 0, paused: true, readyState: 0, seeking: false, buffered: [] as [number, number][] };
  for (const key of ['currentTime', 'paused', 'readyState', 'seeking'] as const) {
    Object.defineProperty(video, key, {
      get: () => inner[key],
      set: (value: never) => {
        inner[key] = value;
      },
      configurable: true,
    });
  }
  Object.defineProperty(video, 'buffered', {
    get: () => ({
      length: inner.buffered.length,
      start: (index: number) => inner.buffered[index]?.[0] ?? 0,
      end: (index: number) => inner.buffered[index]?.[1] ?? 0,
    }),
  });
  // The test browser would start loading it.
  Object.defineProperty(video, 'src', {
    set: (url: string) => {
      video.setAttribute('src', url);
    },
  });
  video.canPlayType = () => can_play as CanPlayTypeResult;
  video.load = () => undefined;
  const emit = (name: string): void => void video.dispatchEvent(new Event(name));
  return { video, inner, emit };
}

type HlsError = { fatal: boolean; type: string; response?: { code: number } };

function createEngine(isSupported = true) {
  const instances: {
    url: string | null;
    video: unknown;
    options: Record<string, number>;
    destroyed: boolean;
    recovered: number;
    started: number;
    load_level: number | null;
    next_level: number | null;
    emitError: (error: HlsError) => void;
    parse: (count: number) => void;
  }[] = [];
  class Fake {
    static Events = { ERROR: 'error', MANIFEST_PARSED: 'parsed' };
    static ErrorTypes = { MEDIA_ERROR: 'media', NETWORK_ERROR: 'network' };
    static isSupported = (): boolean => isSupported;
    readonly own: (typeof instances)[number];
    levels: object[] = [];
    constructor(options: Record<string, number>) {
      this.own = {
        url: null,
        video: null,
        options,
        destroyed: false,
        recovered: 0,
        started: 0,
        load_level: null,
        next_level: null,
        emitError: () => undefined,
        parse: () => undefined,
      };
      instances.push(this.own);
    }
    on(event: string, listener: (event: string, data: HlsError) => void): void {
      if (event === 'error') this.own.emitError = (data) => listener('error', data);
      else
        this.own.parse = (count) => {
          this.levels = Array.from({ length: count }, () => ({}));
          listener('parsed', { fatal: false, type: '' });
        };
    }
    set loadLevel(level: number) {
      this.own.load_level = level;
    }
    set nextLevel(level: number) {
      this.own.next_level = level;
    }
    loadSource(url: string): void {
      this.own.url = url;
    }
    attachMedia(video: unknown): void {
      this.own.video = video;
    }
    startLoad(): void {
      this.own.started += 1;
    }
    recoverMediaError(): void {
      this.own.recovered += 1;
    }
    destroy(): void {
      this.own.destroyed = true;
    }
  }
  return { instances, loadHls: async () => Fake as unknown as HlsClass };
}

const hls = { mode: 'hls', url: '/a.m3u8' } as const;
const mp4 = { mode: 'mp4', url: '/a.mp4' } as const;
/** Each quality has its own URL, for browsers with native playlists. */
const both = { mode: 'hls', url: '/a.m3u8', renditions: ['/high.m3u8', '/low.m3u8'] } as const;

function listen(port: ReturnType<typeof createPlayerPort>): PlayerEvent[] {
  const events: PlayerEvent[] = [];
  port.subscribe((event) => events.push(event));
  return events;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('createPlayerPort', () => {
  it('plays playlists natively where the browser can, and seeks once the duration is known', async () => {
    const { video, inner, emit } = createVideo();
    const engine = createEngine();
    const port = createPlayerPort(video, engine);
    await port.load(hls, 125);
    expect([video.getAttribute('src'), inner.currentTime, port.state().position]).toEqual(['/a.m3u8', 0, 125]);
    emit('loadedmetadata');
    expect(inner.currentTime).toBe(125);
    inner.currentTime = 130;
    emit('loadedmetadata');
    expect([inner.currentTime, engine.instances]).toEqual([130, []]);
  });

  it('is where it was sent before the browser reports the jump', async () => {
    const { video, emit } = createVideo();
    const port = createPlayerPort(video, createEngine());
    await port.load(mp4, 0);
    port.seek(8);
    expect(port.state().position, 'until the duration is known it will start there').toBe(8);
    emit('loadedmetadata');
    port.seek(20);
    expect(port.state().position).toBe(20);
    port.seek(port.state().position + 10);
    expect(port.state().position).toBe(30);
  });

  it('loads the engine only where the browser cannot', async () => {
    const { video } = createVideo({ can_play: '' });
    const engine = createEngine();
    const port = createPlayerPort(video, engine);
    await port.load(hls, 40);
    expect(engine.instances).toMatchObject([
      { url: '/a.m3u8', video, options: { startPosition: 40 }, destroyed: false },
    ]);
    await port.load(mp4, 0);
    expect([engine.instances[0]?.destroyed, video.getAttribute('src'), engine.instances.length]).toEqual([
      true,
      '/a.mp4',
      1,
    ]);
  });

  it('tries the engine when native playback fails, then gives up', async () => {
    const { video, emit } = createVideo();
    const engine = createEngine();
    const port = createPlayerPort(video, engine);
    const events = listen(port);
    await port.load(hls, 10);
    emit('error');
    await Promise.resolve();
    await Promise.resolve();
    expect([engine.instances.length, engine.instances[0]?.options['startPosition']]).toEqual([1, 10]);
    engine.instances[0]?.emitError({ fatal: false, type: 'media' });
    expect(events).toEqual([]);
    engine.instances[0]?.emitError({ fatal: true, type: 'media' });
    expect([engine.instances[0]?.recovered, events]).toEqual([1, []]);
    engine.instances[0]?.emitError({ fatal: true, type: 'media' });
    expect(events).toEqual(['failed']);
  });

  it('uses the engine where the browser buffers little, and native playback on Apple devices', async () => {
    vi.stubGlobal('MediaSource', class {});
    const other = createEngine();
    await createPlayerPort(createVideo().video, other).load(hls, 0);
    const apple = createVideo();
    Object.assign(apple.video, { webkitShowPlaybackTargetPicker: () => undefined });
    const own = createEngine();
    await createPlayerPort(apple.video, own).load(hls, 0);
    expect(other.instances).toMatchObject([
      { url: '/a.m3u8', options: { maxBufferLength: 60, maxMaxBufferLength: 60 } },
    ]);
    expect([own.instances, apple.video.getAttribute('src')]).toEqual([[], '/a.m3u8']);
  });

  it('plays on offline, retries after a while and as soon as it is back online, and fails when refused', async () => {
    vi.useFakeTimers();
    const { video, inner } = createVideo({ can_play: '' });
    const engine = createEngine();
    const port = createPlayerPort(video, engine);
    const events = listen(port);
    await port.load(hls, 0);
    const [first] = engine.instances;
    inner.readyState = 4;
    first?.emitError({ fatal: true, type: 'network', response: { code: 0 } });
    vi.advanceTimersByTime(2900);
    expect(first?.started).toBe(0);
    vi.advanceTimersByTime(100);
    expect([first?.started, events]).toEqual([1, []]);
    first?.emitError({ fatal: true, type: 'network' });
    window.dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(60_000);
    expect([first?.started, events]).toEqual([2, []]);
    first?.emitError({ fatal: true, type: 'network', response: { code: 403 } });
    expect(events).toEqual(['failed']);
    port.destroy();
    window.dispatchEvent(new Event('online'));
    expect([first?.started, first?.destroyed]).toEqual([2, true]);
  });

  it('offers qualities where there are two, keeps the choice for the next source, and offers none for a plain file', async () => {
    const engine = createEngine();
    const port = createPlayerPort(createVideo({ can_play: '' }).video, engine);
    const events = listen(port);
    await port.load(hls, 0);
    port.setQuality('low');
    expect([port.state().has_qualities, engine.instances[0]?.next_level]).toEqual([false, null]);
    engine.instances[0]?.parse(1);
    expect([port.state().has_qualities, events]).toEqual([false, ['state']]);
    await port.load(hls, 0);
    engine.instances[1]?.parse(2);
    expect([port.state().has_qualities, engine.instances[1]?.load_level]).toEqual([true, 0]);
    const chosen = (['high', 'auto', 'low'] as const).map((quality) => {
      port.setQuality(quality);
      return engine.instances[1]?.next_level;
    });
    expect(chosen).toEqual([1, -1, 0]);
    await port.load(mp4, 0);
    expect(port.state().has_qualities).toBe(false);
  });

  it('fails when a playlist never loaded', async () => {
    const engine = createEngine();
    const port = createPlayerPort(createVideo({ can_play: '' }).video, engine);
    const events = listen(port);
    await port.load(hls, 0);
    engine.instances[0]?.emitError({ fatal: true, type: 'network', response: { code: 0 } });
    window.dispatchEvent(new Event('online'));
    expect([events, engine.instances[0]?.started]).toEqual([['failed'], 0]);
    port.destroy();
  });

  it('fails at once when it already played, is a plain file, or no engine can help', async () => {
    const played = createVideo();
    const port = createPlayerPort(played.video, createEngine());
    const events = listen(port);
    await port.load(hls, 0);
    played.emit('loadedmetadata');
    played.emit('error');
    const file = createVideo();
    const filePort = createPlayerPort(file.video, createEngine());
    const fileEvents = listen(filePort);
    await filePort.load(mp4, 0);
    file.emit('error');
    const helpless = createPlayerPort(createVideo({ can_play: '' }).video, createEngine(false));
    const helplessEvents = listen(helpless);
    await helpless.load(hls, 0);
    expect([events.at(-1), fileEvents, helplessEvents]).toEqual(['failed', ['failed'], ['failed']]);
  });

  it('emits events and exposes its state', async () => {
    const { video, inner, emit } = createVideo();
    const port = createPlayerPort(video, createEngine());
    const events = listen(port);
    await port.load(hls, 0);
    emit('loadedmetadata');
    Object.assign(inner, {
      paused: false,
      readyState: 2,
      currentTime: 3,
      buffered: [
        [0, 20],
        [40, 60],
      ],
    });
    emit('play');
    emit('waiting');
    expect(port.state()).toMatchObject({
      is_paused: false,
      is_waiting: true,
      is_ready: true,
      position: 3,
      buffered_to: 20,
    });
    inner.readyState = 4;
    for (const name of ['playing', 'timeupdate', 'seeking', 'pause', 'ended']) emit(name);
    expect(port.state().is_waiting).toBe(false);
    expect(events).toEqual(['state', 'play', 'state', 'state', 'time', 'seek', 'pause', 'ended']);
    port.setRate(1.5);
    expect([video.playbackRate, video.defaultPlaybackRate]).toEqual([1.5, 1.5]);
    port.setVolume(3, true);
    expect([video.volume, video.muted]).toEqual([1, true]);
    port.seek(-4);
    expect(inner.currentTime).toBe(0);
  });

  it('returns whether the browser let it play, and emits nothing after destroy', async () => {
    const { video, emit } = createVideo();
    const port = createPlayerPort(video, createEngine());
    const events = listen(port);
    video.play = async () => {
      throw new DOMException('touch first', 'NotAllowedError');
    };
    expect(await port.play()).toBe(false);
    video.play = async () => undefined;
    expect(await port.play()).toBe(true);
    port.destroy();
    emit('timeupdate');
    expect([events, video.hasAttribute('src')]).toEqual([[], false]);
  });
});

describe('createPlayerPort with native playlists', () => {
  /** Behaves as the standard says for a new URL: stops, resets to 0 and the default speed, and emits nothing else. */
  async function playing(source: Parameters<ReturnType<typeof createPlayerPort>['load']>[0] = both, at = 0) {
    const world = createVideo();
    const { video, inner, emit } = world;
    const log: string[] = [];
    video.load = () => {
      Object.assign(inner, { paused: true, currentTime: 0, readyState: 0, seeking: false });
      video.playbackRate = video.defaultPlaybackRate;
      log.push(`load ${video.getAttribute('src') ?? ''}`);
    };
    video.play = async () => {
      inner.paused = false;
      emit('play');
    };
    const engine = createEngine();
    const port = createPlayerPort(video, engine);
    await port.load(source, at);
    const arrive = (): void => {
      inner.readyState = 4;
      emit('loadedmetadata');
    };
    return { ...world, port, log, engine, arrive };
  }

  it('offers qualities where there are two, and none for a single one or a plain file', async () => {
    const { port, log, engine } = await playing();
    expect(port.state().has_qualities).toBe(true);
    for (const source of [hls, mp4, { ...both, renditions: ['/only.m3u8'] }, { ...both, mode: 'mp4' }] as const) {
      await port.load(source, 0);
      expect(port.state().has_qualities).toBe(false);
      port.setQuality('low');
      port.setQuality('auto');
    }
    expect([log, engine.instances]).toEqual([
      ['load /a.m3u8', 'load /a.m3u8', 'load /a.mp4', 'load /a.m3u8', 'load /a.m3u8'],
      [],
    ]);
  });

  it('continues at the same second and speed, playing, and reports no jump', async () => {
    const { port, inner, emit, arrive, log, video } = await playing();
    arrive();
    port.setRate(1.5);
    await port.play();
    inner.currentTime = 42.4;
    emit('timeupdate');
    const events = listen(port);
    const places: number[] = [];
    port.subscribe(() => places.push(port.state().position));
    port.setQuality('low');
    emit('timeupdate');
    arrive();
    emit('seeking');
    emit('seeked');
    inner.currentTime = 42.6;
    emit('timeupdate');
    expect(log.at(-1)).toBe('load /low.m3u8');
    expect([inner.paused, video.playbackRate, [...new Set(places)]]).toEqual([false, 1.5, [42.4, 42.6]]);
    expect(events).toEqual(['play', 'time', 'state', 'state', 'state', 'time']);
    emit('seeking');
    expect(events.at(-1)).toBe('seek');
  });

  it('stays paused where it was paused, switches back to high and auto, and loads nothing twice', async () => {
    const { port, inner, arrive, log } = await playing(both, 125);
    arrive();
    for (const quality of ['low', 'low', 'high', 'auto', 'auto'] as const) {
      port.setQuality(quality);
      expect([inner.paused, port.state().position]).toEqual([true, 125]);
      arrive();
      expect(inner.currentTime).toBe(125);
    }
    expect(log).toEqual(['load /a.m3u8', 'load /low.m3u8', 'load /high.m3u8', 'load /a.m3u8']);
  });

  it('starts the next source with the chosen quality, and knows the position of one that has not loaded', async () => {
    const { port, arrive, inner, log } = await playing(both, 60);
    port.setQuality('low');
    port.setQuality('high');
    arrive();
    expect(inner.currentTime).toBe(60);
    await port.load({ ...both, renditions: ['/next-high.m3u8', '/next-low.m3u8'] }, 7);
    port.setQuality('low');
    port.seek(30);
    arrive();
    expect([inner.currentTime, log]).toEqual([
      30,
      ['load /a.m3u8', 'load /low.m3u8', 'load /high.m3u8', 'load /next-high.m3u8', 'load /next-low.m3u8'],
    ]);
  });

  it('reports a jump by system controls while it seeks back to its position', async () => {
    const { port, inner, emit, arrive } = await playing(both, 60);
    arrive();
    port.setQuality('low');
    arrive();
    const events = listen(port);
    inner.currentTime = 300;
    emit('seeking');
    expect(events).toEqual(['seek']);
  });

  it('counts what was played before and after as one interval, each second once', async () => {
    vi.useFakeTimers();
    const { port, inner, emit, arrive } = await playing();
    const beats: HeartbeatRequest[] = [];
    const auth: PlayAuth = {
      other_device: false,
      other: null,
      ticket: 'T',
      expires_at: null,
      source: { ...both, renditions: [...both.renditions] },
      marquee: '',
      lesson: { id: 1, title: '', chapter_title: '', cover: null },
      course: { id: 1, title: '', cover_style: '' },
      position: 0,
      duration_sec: 600,
      seen: [],
      seen_sec: 0,
      percent: 0,
      completed_at: null,
      missing_sec: 540,
      max_speed: 2,
      forbid_skip: true,
      presence_min: 0,
      complete_percent: 90,
      preview_sec: null,
      offer: null,
      next: null,
      previous: null,
    };
    const session = createLessonSession({
      port,
      speed: () => 1,
      wait: () => Promise.resolve(),
      describe: () => ({ code: 'media', message: '' }),
      authorize: async () => auth,
      beats: {
        user: () => 5,
        failureOf: () => 'unreachable',
        beacon: () => true,
        store: { save: async () => undefined, remove: async () => undefined, all: async () => [] },
        async send(beat) {
          beats.push(beat);
          return {
            repeated: false,
            last_seq: beat.seq,
            claimed_sec: 0,
            credited_sec: 0,
            seen: [],
            seen_sec: 0,
            percent: 0,
            missing_sec: 1,
            is_cut: false,
            completed_at: null,
          };
        },
      },
    });
    const playTo = (place: number): void => {
      for (; inner.currentTime < place; emit('timeupdate')) inner.currentTime += 0.2;
    };
    await session.open(1);
    arrive();
    playTo(7.2);
    // This last bit has not been reported yet.
    inner.currentTime = 7.35;
    port.setQuality('low');
    emit('timeupdate');
    arrive();
    for (const name of ['seeking', 'timeupdate', 'seeked']) emit(name);
    playTo(14.1);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(beats).toMatchObject([
      { seq: 1, intervals: [[0, expect.closeTo(14.15, 1)]], position: expect.closeTo(14.15, 1), speed: 1 },
    ]);
    await session.stop();
  });

  it('fails when the other quality cannot be loaded, so that new URLs are requested', async () => {
    const { port, emit, arrive, engine } = await playing();
    arrive();
    const events = listen(port);
    port.setQuality('low');
    emit('error');
    expect([events.at(-1), engine.instances]).toEqual(['failed', []]);
  });
});
