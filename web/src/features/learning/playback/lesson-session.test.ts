import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HeartbeatAnswer, PlayAuth } from '@kaike/shared/contracts/learning/watching';
import type { HeartbeatRequest, HeartbeatFailure, StoredHeartbeat } from './heartbeats/heartbeat-port.ts';
import { unreachable } from './lesson/describe-failure.ts';
import { createLessonSession, type LessonDeps } from './lesson-session.ts';
import type { Source } from './player/loaded-source.ts';
import type { PlayerEvent, PlayerPort, PlayerState } from './player/player-port.ts';

function createFakePort() {
  const listeners = new Set<(event: PlayerEvent) => void>();
  const loads: { source: Source; at: number }[] = [];
  let state: PlayerState = {
    position: 0,
    is_paused: true,
    is_waiting: false,
    is_seeking: false,
    is_ready: true,
    rate: 1,
    volume: 1,
    is_muted: false,
    buffered_to: 0,
    has_qualities: false,
  };
  const change = (part: Partial<PlayerState>): void => {
    state = { ...state, ...part };
  };
  const emit = (event: PlayerEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const port: PlayerPort = {
    async load(source, at) {
      loads.push({ source, at });
      change({ position: at, is_paused: true });
    },
    async play() {
      change({ is_paused: false });
      emit('play');
      return true;
    },
    pause() {
      if (state.is_paused) return;
      change({ is_paused: true });
      emit('pause');
    },
    seek(to) {
      change({ position: to });
      emit('seek');
    },
    setRate: (rate) => change({ rate }),
    setVolume: () => undefined,
    setQuality: () => undefined,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy: () => undefined,
  };
  /** Plays on to a position, reporting it four times a second. */
  function playTo(position: number): void {
    change({ is_paused: false });
    for (; state.position < position;) {
      change({ position: Math.min(position, state.position + 0.25) });
      emit('time');
    }
  }
  return { port, loads, emit, change, playTo };
}

const base: PlayAuth = {
  other_device: false,
  other: null,
  ticket: 'T',
  expires_at: null,
  source: { mode: 'hls', url: '/v', renditions: [] },
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
  forbid_skip: false,
  presence_min: 0,
  complete_percent: 90,
  preview_sec: null,
  offer: null,
  next: null,
  previous: null,
};

class Refused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

function createWorld(auth: Partial<PlayAuth> = {}) {
  const fake = createFakePort();
  const beats: HeartbeatRequest[] = [];
  const authorizations: { lesson: number; take_over: boolean }[] = [];
  const storedBeats = new Map<string, StoredHeartbeat>();
  const beatFaults: HeartbeatFailure[] = [];
  const authFaults: (string | Partial<PlayAuth>)[] = [];
  let finishesAt = Infinity;
  const deps: LessonDeps = {
    port: fake.port,
    speed: () => 1.5,
    wait: () => Promise.resolve(),
    describe: (error) => ({ code: error instanceof Refused ? error.code : 'media', message: '' }),
    async authorize(lesson, takeOver) {
      authorizations.push({ lesson, take_over: takeOver });
      const fault = authFaults.shift();
      if (typeof fault === 'string') throw new Refused(fault);
      return { ...base, ticket: `T${authorizations.length}`, ...auth, ...fault };
    },
    beats: {
      user: () => 5,
      failureOf: (error) => (error instanceof Refused ? (error.code as HeartbeatFailure) : 'unreachable'),
      store: {
        save: async (beat) => void storedBeats.set(beat.ticket, beat),
        remove: async (ticket) => void storedBeats.delete(ticket),
        all: async () => [...storedBeats.values()],
      },
      beacon(beat) {
        beats.push(beat);
        return true;
      },
      async send(beat): Promise<HeartbeatAnswer> {
        beats.push(beat);
        const fault = beatFaults.shift();
        if (fault) throw new Refused(fault);
        const end = Math.max(0, ...beat.intervals.map(([, to]) => to));
        return {
          repeated: false,
          last_seq: beat.seq,
          claimed_sec: end,
          credited_sec: 0,
          seen: [[0, end]],
          seen_sec: end,
          percent: 0,
          missing_sec: 0,
          is_cut: false,
          completed_at: end >= finishesAt ? '2026-01-01T00:00:00Z' : null,
        };
      },
    },
  };
  const session = createLessonSession(deps);
  return {
    ...fake,
    session,
    beats,
    authorizations,
    storedBeats,
    beatFaults,
    authFaults,
    state: () => session.store.getState(),
    finishAt: (seconds: number) => {
      finishesAt = seconds;
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('createLessonSession', () => {
  it('opens where the member stopped, at their preferred speed, and offers to start over', async () => {
    const world = createWorld({ position: 125 });
    await world.session.open(7);
    expect(world.loads).toEqual([{ source: { mode: 'hls', url: '/v', renditions: [] }, at: 125 }]);
    expect(world.state()).toMatchObject({ phase: 'ready', resumed_at: 125 });
    expect(world.port.state()).toMatchObject({ rate: 1.5, is_paused: false });
    world.session.startOver();
    expect([world.port.state().position, world.state().resumed_at]).toEqual([0, null]);
    world.session.setRate(3);
    expect(world.port.state().rate).toBe(2);
  });

  it('reports every 15 seconds, on pause, when the lesson may be finished, and at the end', async () => {
    const world = createWorld();
    world.finishAt(540);
    await world.session.open(7);
    world.playTo(15);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(world.beats).toMatchObject([{ ticket: 'T1', seq: 1, intervals: [[0, 15]], position: 15, speed: 1.5 }]);
    world.playTo(20);
    world.session.toggle();
    await vi.advanceTimersByTimeAsync(0);
    expect(world.beats[1]).toMatchObject({ seq: 2, intervals: [[15, 20]] });
    world.playTo(600);
    world.port.pause();
    world.emit('ended');
    await vi.advanceTimersByTimeAsync(0);
    expect(world.beats.slice(2)).toMatchObject([
      { seq: 3, intervals: [[20, 537.5]] },
      { seq: 4, intervals: [[535, 600]] },
    ]);
    expect(world.state()).toMatchObject({ phase: 'finished', is_just_finished: true, seen: [[0, 600]] });
    world.session.toggle();
    expect([world.state().phase, world.port.state().position]).toEqual(['ready', 0]);
  });

  it('advances the progress between reports, and resets it to the server’s value', async () => {
    const world = createWorld();
    await world.session.open(7);
    world.playTo(10);
    expect([world.state().seen_sec, world.state().percent, world.state().missing_sec, world.beats.length]).toEqual([
      10, 1, 530, 0,
    ]);
    world.finishAt(Infinity);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(world.beats).toHaveLength(1);
    world.playTo(20);
    expect([world.state().seen, world.state().completed_at]).toEqual([[[0, 20]], null]);
  });

  it('reports nothing while paused or seeking', async () => {
    const world = createWorld();
    await world.session.open(7);
    world.change({ is_seeking: true });
    world.playTo(10);
    world.change({ is_seeking: false, is_paused: true });
    for (const position of [11, 12, 13]) {
      world.change({ position });
      world.emit('time');
    }
    await vi.advanceTimersByTimeAsync(15_000);
    expect(world.beats.flatMap((beat) => beat.intervals)).toEqual([]);
  });

  it('another device: asks first, and continues here when confirmed', async () => {
    const world = createWorld();
    world.authFaults.push({
      ticket: null,
      source: null,
      other_device: true,
      other: { device_name: 'iPhone', lesson_title: '一' },
    });
    await world.session.open(7);
    expect([world.state().phase, world.loads]).toEqual(['elsewhere', []]);
    await world.session.takeOver();
    expect(world.authorizations).toEqual([
      { lesson: 7, take_over: false },
      { lesson: 7, take_over: true },
    ]);
    expect([world.state().phase, world.loads.length]).toEqual(['ready', 1]);
  });

  it('jumps to the first unseen part and plays, from the end screen too', async () => {
    const world = createWorld({
      seen: [
        [0, 100],
        [200, 600],
      ],
      seen_sec: 500,
      percent: 83,
    });
    await world.session.open(7);
    world.change({ position: 600, is_paused: true });
    world.emit('ended');
    expect(world.state().phase).toBe('finished');
    world.session.fillGap();
    expect(world.state().phase).toBe('ready');
    expect(world.port.state()).toMatchObject({ position: 100, is_paused: false });
  });

  it('taken over: pauses and says so at once; taking back continues at the same position', async () => {
    const world = createWorld();
    await world.session.open(7);
    world.playTo(33);
    world.beatFaults.push('taken_over');
    await vi.advanceTimersByTimeAsync(15_000);
    expect([world.state().phase, world.port.state().is_paused]).toEqual(['taken_over', true]);
    // What was played before came late and counts; from now on only what the server counted is shown here.
    expect(world.beats.map(({ late }) => late)).toEqual([undefined, true]);
    expect(world.state()).toMatchObject({ seen: [[0, 33]], seen_sec: 33 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.beats).toHaveLength(2);
    await world.session.takeOver();
    expect(world.loads.at(-1)?.at).toBe(33);
    expect(world.state()).toMatchObject({ phase: 'ready', resumed_at: null });
  });

  it('logged out, for instance by a login on another phone: pauses, and keeps what the server has yet to count', async () => {
    const world = createWorld();
    await world.session.open(7);
    world.playTo(33);
    world.beatFaults.push('logged_out');
    await vi.advanceTimersByTimeAsync(15_000);
    expect([world.state().phase, world.port.state().is_paused]).toEqual(['ready', true]);
    expect([...world.storedBeats.values()]).toMatchObject([{ ticket: 'T1', seq: 1, intervals: [[0, 33]] }]);
  });

  it('an expired ticket is replaced silently, and what was played is sent under the old one', async () => {
    const world = createWorld();
    await world.session.open(7);
    world.playTo(40);
    world.beatFaults.push('ended');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(world.beats).toMatchObject([
      { ticket: 'T1', seq: 1 },
      { ticket: 'T1', seq: 1, late: true },
    ]);
    expect(world.authorizations).toHaveLength(2);
    expect([world.loads.at(-1)?.at, world.state().phase, world.port.state().is_paused]).toEqual([40, 'ready', false]);
    world.playTo(50);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(world.beats.at(-1)).toMatchObject({ ticket: 'T2', seq: 1, intervals: [[40, 50]] });
  });

  it('offline: says so, plays on, and sends everything when the connection is back', async () => {
    const world = createWorld();
    await world.session.open(7);
    world.beatFaults.push('unreachable', 'unreachable');
    world.playTo(15);
    await vi.advanceTimersByTimeAsync(15_000);
    expect([world.state().is_offline, world.port.state().is_paused, world.storedBeats.size]).toEqual([true, false, 1]);
    world.playTo(30);
    await vi.advanceTimersByTimeAsync(15_000);
    world.session.show();
    await vi.advanceTimersByTimeAsync(0);
    expect(world.beats.at(-1)).toMatchObject({ seq: 1, intervals: [[0, 30]] });
    expect([world.state().is_offline, world.storedBeats.size]).toEqual([false, 0]);
  });

  it('reports a lost network at once, and sends what was played as soon as it is back', async () => {
    const world = createWorld();
    await world.session.open(7);
    world.playTo(8);
    world.session.setOnline(false);
    expect([world.state().is_offline, world.port.state().is_paused]).toEqual([true, false]);
    world.playTo(12);
    world.session.setOnline(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(world.state().is_offline).toBe(false);
    expect(world.beats).toMatchObject([{ seq: 1, intervals: [[0, 12]] }]);
  });

  it('retries a server that did not respond', async () => {
    const world = createWorld();
    world.authFaults.push(unreachable, unreachable);
    await world.session.open(7);
    await vi.advanceTimersByTimeAsync(15_000);
    expect([world.state().phase, world.authorizations.length]).toEqual(['failed', 2]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect([world.state().phase, world.authorizations.length]).toEqual(['ready', 3]);
  });

  it('offline with the video failed as well: back online it plays on and nothing is shown as waiting', async () => {
    const world = createWorld();
    await world.session.open(7);
    world.playTo(15);
    world.beatFaults.push('unreachable', 'unreachable', 'unreachable');
    world.authFaults.push(unreachable);
    await vi.advanceTimersByTimeAsync(15_000);
    world.emit('failed');
    await vi.advanceTimersByTimeAsync(0);
    expect(world.state()).toMatchObject({ phase: 'failed', is_offline: true });
    world.session.show();
    await vi.advanceTimersByTimeAsync(0);
    expect(world.beats.at(-1)).toMatchObject({ ticket: 'T1', intervals: [[0, 15]] });
    expect([world.state().phase, world.state().is_offline, world.loads.at(-1)?.at, world.storedBeats.size]).toEqual([
      'ready',
      false,
      15,
      0,
    ]);
  });

  it('a video that breaks off is reopened at its position; after several attempts the failure is shown', async () => {
    const world = createWorld();
    await world.session.open(7);
    world.playTo(100);
    world.emit('failed');
    await vi.advanceTimersByTimeAsync(0);
    expect([world.loads.at(-1)?.at, world.state().phase]).toEqual([100, 'ready']);
    for (let time = 0; time < 4; time += 1) {
      world.emit('failed');
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(world.state()).toMatchObject({ phase: 'failed', failure: { code: 'media' } });
    await world.session.retry();
    expect([world.loads.at(-1)?.at, world.state().phase]).toEqual([100, 'ready']);
  });

  it('no response: continues when the connection is back; a refusal stays', async () => {
    const world = createWorld();
    world.authFaults.push(unreachable);
    await world.session.open(7);
    expect(world.state().failure?.code).toBe(unreachable);
    world.session.show();
    await vi.advanceTimersByTimeAsync(0);
    expect(world.state().phase).toBe('ready');
    world.authFaults.push('course.no_access');
    world.playTo(10);
    world.emit('failed');
    await vi.advanceTimersByTimeAsync(0);
    expect(world.state()).toMatchObject({ phase: 'failed', failure: { code: 'course.no_access' } });
    world.session.show();
    await vi.advanceTimersByTimeAsync(0);
    expect(world.state().phase).toBe('failed');
  });

  it('a preview stops at its end', async () => {
    const world = createWorld({ preview_sec: 60 });
    await world.session.open(7);
    world.playTo(70);
    await vi.advanceTimersByTimeAsync(0);
    expect([world.state().phase, world.port.state().is_paused]).toEqual(['preview_over', true]);
    expect(Math.max(...world.beats.flatMap((beat) => beat.intervals.map(([, to]) => to)))).toBeLessThanOrEqual(60);
    world.session.seek(300);
    expect(world.port.state().position).toBe(60);
  });

  it('begins at the second a note names, by the rules of the course', async () => {
    const free = createWorld({ position: 40 });
    await free.session.open(1, 75);
    const bound = createWorld({ forbid_skip: true, seen: [[0, 60]], position: 40 });
    await bound.session.open(1, 500);
    expect([free.loads[0]?.at, free.session.store.getState().resumed_at]).toEqual([75, null]);
    expect(bound.loads[0]?.at).toBe(60);
  });

  it('unseen parts cannot be skipped where the course forbids it, by our controls or the system’s', async () => {
    const world = createWorld({ forbid_skip: true, seen: [[0, 100]], position: 40 });
    await world.session.open(7);
    world.session.seek(300);
    expect([world.port.state().position, world.state().refused_seeks]).toEqual([100, 1]);
    world.playTo(130);
    world.session.seek(20);
    world.session.seek(128);
    expect([world.port.state().position, world.state().refused_seeks]).toEqual([128, 1]);
    world.change({ position: 500 });
    world.emit('seek');
    expect(world.port.state().position).toBe(130);
    const finished = createWorld({ forbid_skip: true, completed_at: '2026-01-01T00:00:00Z' });
    await finished.session.open(7);
    finished.session.seek(300);
    expect(finished.port.state().position).toBe(300);
  });

  it('the next lesson: the last beats of this one are sent first', async () => {
    const world = createWorld();
    await world.session.open(7);
    world.playTo(12);
    await world.session.open(8);
    expect(world.beats).toMatchObject([{ ticket: 'T1', intervals: [[0, 12]] }]);
    expect([world.authorizations.at(-1)?.lesson, world.state().phase]).toEqual([8, 'ready']);
    world.playTo(5);
    world.session.hide();
    expect(world.beats.at(-1)).toMatchObject({ ticket: 'T2', seq: 1, intervals: [[0, 5]] });
  });

  it('what an earlier visit could not send is sent before the new ticket is requested', async () => {
    const world = createWorld();
    world.storedBeats.set('old', {
      ticket: 'old',
      lesson_id: 3,
      seq: 4,
      intervals: [[0, 30]],
      position: 30,
      speed: 1,
    });
    await world.session.open(7);
    expect(world.beats).toMatchObject([{ ticket: 'old', seq: 4, intervals: [[0, 30]] }]);
    expect(world.storedBeats.size).toBe(0);
  });

  it('opened twice at once, the later one plays; after stop nothing is reported', async () => {
    const world = createWorld();
    await Promise.all([world.session.open(7), world.session.open(8)]);
    expect(world.authorizations.map((one) => one.lesson).at(-1)).toBe(8);
    expect(world.loads).toHaveLength(1);
    world.playTo(10);
    await world.session.stop();
    const { length } = world.beats;
    world.playTo(30);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.beats).toHaveLength(length);
  });
});
