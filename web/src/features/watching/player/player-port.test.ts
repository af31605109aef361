import { describe, expect, it } from 'vitest';
import { createPlayerPort, type HlsClass, type PlayerEvent } from './player-port.ts';

type Shape = { can_play?: string };

/** A video element whose inner life the test decides. */
function createVideo({ can_play: canPlay = 'maybe' }: Shape = {}) {
  const video = document.createElement('video');
  const inner = { currentTime: 0, paused: true, readyState: 0, seeking: false, buffered: [] as [number, number][] };
  for (const key of ['currentTime', 'paused', 'readyState', 'seeking'] as const) {
    Object.defineProperty(video, key, { get: () => inner[key], set: (value: never) => { inner[key] = value; }, configurable: true });
  }
  Object.defineProperty(video, 'buffered', { get: () => ({ length: inner.buffered.length, start: (index: number) => inner.buffered[index]?.[0] ?? 0, end: (index: number) => inner.buffered[index]?.[1] ?? 0 }) });
  // The test's browser would begin to load it by itself.
  Object.defineProperty(video, 'src', { set: (url: string) => { video.setAttribute('src', url); } });
  video.canPlayType = () => canPlay as CanPlayTypeResult;
  video.load = () => undefined;
  const emit = (name: string): void => void video.dispatchEvent(new Event(name));
  return { video, inner, emit };
}

function createEngine(isSupported = true) {
  const made: { url: string | null; video: unknown; start: number | undefined; destroyed: boolean; mended: number; fail: (fatal: boolean, type?: string) => void }[] = [];
  class Fake {
    static Events = { ERROR: 'error' };
    static ErrorTypes = { MEDIA_ERROR: 'media', NETWORK_ERROR: 'network' };
    static isSupported = (): boolean => isSupported;
    readonly own: (typeof made)[number];
    constructor(options: { startPosition?: number }) {
      this.own = { url: null, video: null, start: options.startPosition, destroyed: false, mended: 0, fail: () => undefined };
      made.push(this.own);
    }
    on(_event: string, listener: (event: string, data: { fatal: boolean; type: string }) => void): void {
      this.own.fail = (fatal, type = 'network') => listener('error', { fatal, type });
    }
    loadSource(url: string): void { this.own.url = url; }
    attachMedia(video: unknown): void { this.own.video = video; }
    recoverMediaError(): void { this.own.mended += 1; }
    destroy(): void { this.own.destroyed = true; }
  }
  return { made, loadHls: async () => Fake as unknown as HlsClass };
}

const hls = { mode: 'hls', url: '/a.m3u8' } as const;
const mp4 = { mode: 'mp4', url: '/a.mp4' } as const;

function listen(port: ReturnType<typeof createPlayerPort>): PlayerEvent[] {
  const events: PlayerEvent[] = [];
  port.subscribe((event) => events.push(event));
  return events;
}

describe('createPlayerPort', () => {
  it('plays playlists natively where the browser can, and goes to the place once it knows the length', async () => {
    const { video, inner, emit } = createVideo();
    const engine = createEngine();
    const port = createPlayerPort(video, engine);
    await port.load(hls, 125);
    expect([video.getAttribute('src'), inner.currentTime, port.state().position]).toEqual(['/a.m3u8', 0, 125]);
    emit('loadedmetadata');
    expect(inner.currentTime).toBe(125);
    inner.currentTime = 130;
    emit('loadedmetadata');
    expect([inner.currentTime, engine.made]).toEqual([130, []]);
  });

  it('loads the engine only where the browser cannot', async () => {
    const { video } = createVideo({ can_play: '' });
    const engine = createEngine();
    const port = createPlayerPort(video, engine);
    await port.load(hls, 40);
    expect(engine.made).toMatchObject([{ url: '/a.m3u8', video, start: 40, destroyed: false }]);
    await port.load(mp4, 0);
    expect([engine.made[0]?.destroyed, video.getAttribute('src'), engine.made.length]).toEqual([true, '/a.mp4', 1]);
  });

  it('gives the engine a try when a browser promised too much, then gives up', async () => {
    const { video, emit } = createVideo();
    const engine = createEngine();
    const port = createPlayerPort(video, engine);
    const events = listen(port);
    await port.load(hls, 10);
    emit('error');
    await Promise.resolve();
    await Promise.resolve();
    expect([engine.made.length, engine.made[0]?.start]).toEqual([1, 10]);
    engine.made[0]?.fail(false);
    expect(events).toEqual([]);
    engine.made[0]?.fail(true, 'media');
    expect([engine.made[0]?.mended, events]).toEqual([1, []]);
    engine.made[0]?.fail(true, 'media');
    expect(events).toEqual(['failed']);
  });

  it('fails at once when it played already, is a plain file, or no engine can help', async () => {
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

  it('tells what it does, and what can be shown of it', async () => {
    const { video, inner, emit } = createVideo();
    const port = createPlayerPort(video, createEngine());
    const events = listen(port);
    await port.load(hls, 0);
    emit('loadedmetadata');
    Object.assign(inner, { paused: false, readyState: 2, currentTime: 3, buffered: [[0, 20], [40, 60]] });
    emit('play');
    emit('waiting');
    expect(port.state()).toMatchObject({ is_paused: false, is_waiting: true, is_ready: true, position: 3, buffered_to: 20 });
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

  it('says whether the browser let it play, and is silent after its end', async () => {
    const { video, emit } = createVideo();
    const port = createPlayerPort(video, createEngine());
    const events = listen(port);
    video.play = async () => { throw new DOMException('touch first', 'NotAllowedError'); };
    expect(await port.play()).toBe(false);
    video.play = async () => undefined;
    expect(await port.play()).toBe(true);
    port.destroy();
    emit('timeupdate');
    expect([events, video.hasAttribute('src')]).toEqual([[], false]);
  });
});
