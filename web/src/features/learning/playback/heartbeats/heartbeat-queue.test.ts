import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeartbeatAnswer } from '@kaike/shared/contracts/learning/watching';
import type { Interval } from '@kaike/shared/domain/learning/watched-bitmap';
import { claimedSeconds, creditHeartbeat } from '@kaike/shared/domain/learning/watching';
import type {
  HeartbeatRequest,
  HeartbeatDeps,
  HeartbeatEnd,
  HeartbeatFailure,
  HeartbeatStore,
  StoredHeartbeat,
} from './heartbeat-port.ts';
import { createHeartbeatQueue } from './heartbeat-queue.ts';
import { replayHeartbeats } from './replay-heartbeats.ts';

class Failed extends Error {
  readonly failure: HeartbeatFailure;
  constructor(failure: HeartbeatFailure) {
    super(failure);
    this.failure = failure;
  }
}

function createStore(): HeartbeatStore & { beats: Map<string, StoredHeartbeat> } {
  const beats = new Map<string, StoredHeartbeat>();
  return {
    beats,
    save: async (beat) => void beats.set(beat.ticket, beat),
    remove: async (ticket) => void beats.delete(ticket),
    all: async () => [...beats.values()],
  };
}

/** A server that counts by the shared rule, behind a connection that fails as scripted. */
function createWorld() {
  const server = {
    last_seq: 0,
    claimed_sec: 0,
    bitmap: new Uint8Array(0) as Uint8Array,
    slack_sec: 3,
    now: 0,
    last_ms: 0,
    studied: 0,
  };
  const log: HeartbeatRequest[] = [];
  const ends: HeartbeatEnd[] = [];
  const waits: boolean[] = [];
  const answers: HeartbeatAnswer[] = [];
  const store = createStore();
  /** The fate of each request in turn: fails before it arrives, or after. */
  const faults: ('lost' | 'lost_answer' | HeartbeatFailure)[] = [];
  let beaconFault: 'refused' | 'lost' | null = null;

  function arrive(beat: HeartbeatRequest): HeartbeatAnswer {
    const credit = creditHeartbeat({
      seq: beat.seq,
      last_seq: server.last_seq,
      intervals: beat.intervals,
      now: new Date(server.now),
      last_beat_at: new Date(server.last_ms),
      max_speed: 2,
      duration: 600,
      bitmap: server.bitmap,
      slack_sec: server.slack_sec,
    });
    if (!credit.repeated)
      Object.assign(server, {
        last_seq: beat.seq,
        claimed_sec: claimedSeconds(beat.intervals),
        bitmap: credit.bitmap,
        slack_sec: credit.slack_sec,
        last_ms: server.now,
        studied: server.studied + credit.credited_sec,
      });
    return {
      repeated: credit.repeated,
      last_seq: server.last_seq,
      claimed_sec: server.claimed_sec,
      credited_sec: credit.credited_sec,
      seen: [],
      seen_sec: credit.seen_sec,
      percent: credit.percent,
      completed_at: null,
      missing_sec: 0,
      is_cut: credit.suspicious.length > 0,
    };
  }

  const deps: HeartbeatDeps = {
    store,
    user: () => 5,
    failureOf: (error) => (error instanceof Failed ? error.failure : 'unreachable'),
    async send(beat) {
      log.push(beat);
      const fault = faults.shift();
      if (fault === 'lost') throw new Failed('unreachable');
      if (fault !== undefined && fault !== 'lost_answer') throw new Failed(fault);
      const answer = arrive(beat);
      if (fault === 'lost_answer') throw new Failed('unreachable');
      return answer;
    },
    beacon(beat) {
      if (beaconFault === 'refused') return false;
      log.push(beat);
      if (beaconFault === null) arrive(beat);
      return true;
    },
  };
  const open = (stored?: StoredHeartbeat) =>
    createHeartbeatQueue({
      ticket: 'T',
      lesson_id: 7,
      deps,
      ...(stored ? { stored } : {}),
      events: {
        on_answer: (answer) => answers.push(answer),
        on_end: (end) => ends.push(end),
        on_waiting: (isWaiting) => waits.push(isWaiting),
        on_logged_out: () => undefined,
      },
    });
  const seen = (): number =>
    creditHeartbeat({
      seq: 0,
      last_seq: 0,
      intervals: [],
      now: new Date(0),
      last_beat_at: new Date(0),
      max_speed: 2,
      duration: 600,
      bitmap: server.bitmap,
    }).seen_sec;
  return {
    server,
    log,
    ends,
    waits,
    answers,
    store,
    deps,
    faults,
    open,
    seen,
    pass: (seconds: number) => {
      server.now += seconds * 1000;
    },
    loseBeacons: (fault: typeof beaconFault) => {
      beaconFault = fault;
    },
  };
}

const stretch = (from: number, to: number): Interval => [from, to];

describe('createBeatQueue', () => {
  it('sends what was played under increasing numbers, and nothing when nothing was played', async () => {
    const world = createWorld();
    const queue = world.open();
    await queue.flush();
    for (let beat = 0; beat < 3; beat += 1) {
      world.pass(15);
      queue.add([stretch(beat * 15, beat * 15 + 15)]);
      queue.place(beat * 15 + 15, 1);
      await queue.flush();
    }
    expect(world.log).toEqual([
      { ticket: 'T', seq: 1, intervals: [[0, 15]], position: 15, speed: 1 },
      { ticket: 'T', seq: 2, intervals: [[15, 30]], position: 30, speed: 1 },
      { ticket: 'T', seq: 3, intervals: [[30, 45]], position: 45, speed: 1 },
    ]);
    expect([world.seen(), world.server.studied, world.store.beats.size]).toEqual([45, 45, 0]);
  });

  it('reports a new position although nothing was played', async () => {
    const world = createWorld();
    const queue = world.open();
    queue.place(300, 1);
    await queue.flush();
    await queue.flush();
    expect(world.log).toEqual([{ ticket: 'T', seq: 1, intervals: [], position: 300, speed: 1 }]);
  });

  it('offline: says so, keeps everything, and sends it as one beat that is fully credited', async () => {
    const world = createWorld();
    const queue = world.open();
    for (let beat = 0; beat < 20; beat += 1) {
      world.pass(15);
      world.faults.push('lost');
      queue.add([stretch(Math.max(0, beat * 15 - 5), beat * 15 + 15)]);
      await queue.flush();
    }
    expect(world.waits).toEqual(Array.from({ length: 20 }, () => true));
    expect(world.store.beats.get('T')).toMatchObject({ seq: 1, lesson_id: 7 });
    await queue.flush();
    expect(world.log.at(-1)).toMatchObject({ seq: 1, intervals: [[0, 300]] });
    expect([world.seen(), world.server.studied, world.waits.at(-1), world.store.beats.size]).toEqual([
      300,
      300,
      false,
      0,
    ]);
  });

  it('a lost response: the same number is repeated, and what was played since follows under the next', async () => {
    const world = createWorld();
    const queue = world.open();
    world.pass(15);
    queue.add([stretch(0, 15)]);
    world.faults.push('lost_answer');
    await queue.flush();
    world.pass(15);
    queue.add([stretch(15, 30)]);
    await queue.flush();
    expect(world.log.map((beat) => [beat.seq, beat.intervals])).toEqual([
      [1, [[0, 15]]],
      [1, [[0, 30]]],
      [2, [[15, 30]]],
    ]);
    expect([world.seen(), world.server.studied]).toEqual([30, 30]);
  });

  it.each([
    ['the first', ['lost_answer', 'lost', 'lost']],
    ['the second', ['lost', 'lost_answer', 'lost']],
    ['the third', ['lost', 'lost', 'lost_answer']],
    ['none', ['lost', 'lost', 'lost']],
  ] as const)(
    'tries of one number of which %s arrived: each second is studied once, however long the pauses are',
    async (_, fates) => {
      for (const isReopened of [false, true]) {
        const world = createWorld();
        let queue = world.open();
        for (const [index, fate] of fates.entries()) {
          world.pass(15);
          queue.add([stretch(index * 15, index * 15 + 15)]);
          world.faults.push(fate);
          await queue.flush();
          world.pass(600);
        }
        if (isReopened) queue = world.open(world.store.beats.get('T'));
        await queue.flush();
        expect([world.seen(), world.server.studied, world.store.beats.size]).toEqual([45, 45, 0]);
      }
    },
  );

  it('whatever arrives, hides or pauses: what was played is studied once', async () => {
    const step = fc.record({
      played: fc.integer({ min: 1, max: 40 }),
      pause: fc.integer({ min: 0, max: 900 }),
      fate: fc.constantFrom('arrives', 'lost', 'lost_answer'),
      is_hidden: fc.boolean(),
      is_reopened: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const world = createWorld();
        let [queue, at] = [world.open(), 0];
        for (const { played, pause, fate, is_hidden, is_reopened } of steps) {
          world.pass(played);
          queue.add([stretch(at, (at += played))]);
          world.loseBeacons(fate === 'lost' ? 'lost' : null);
          if (is_hidden) queue.leave();
          else {
            if (fate !== 'arrives') world.faults.push(fate);
            await queue.flush();
          }
          world.pass(pause);
          const stored = world.store.beats.get('T');
          if (is_reopened && stored) {
            queue.close();
            queue = world.open(world.store.beats.get('T'));
          }
        }
        await queue.flush();
        expect([world.server.studied, queue.waiting()]).toEqual([at, []]);
      }),
    );
  });

  it('takes nothing for counted where a server of the release before does not say what it counted', async () => {
    const world = createWorld();
    const queue = world.open();
    Object.assign(world.server, { claimed_sec: undefined });
    world.pass(15);
    queue.add([stretch(0, 15)]);
    world.server.last_seq = 1;
    await queue.flush();
    expect(world.log.map((beat) => [beat.seq, beat.intervals])).toEqual([
      [1, [[0, 15]]],
      [2, [[0, 15]]],
    ]);
    expect(world.seen()).toBe(15);
  });

  it('a closing page sends a beacon and stores a copy; next time the copy is not counted twice', async () => {
    const world = createWorld();
    const queue = world.open();
    world.pass(15);
    queue.add([stretch(0, 15)]);
    queue.leave();
    expect([world.seen(), world.store.beats.get('T')?.tries]).toEqual([15, [{ seq: 1, count: 1, claimed_sec: 15 }]]);
    world.pass(600);
    const next = world.open(world.store.beats.get('T'));
    await next.flush();
    expect(world.log.map((beat) => beat.seq)).toEqual([1, 1]);
    expect([world.server.studied, world.store.beats.size]).toEqual([15, 0]);
  });

  it.each(['lost', 'refused'] as const)('a beacon that was %s is recovered from the copy', async (fault) => {
    const world = createWorld();
    const queue = world.open();
    world.loseBeacons(fault);
    world.pass(15);
    queue.add([stretch(0, 15)]);
    queue.leave();
    world.pass(600);
    await world.open(world.store.beats.get('T')).flush();
    expect([world.seen(), world.server.studied, world.store.beats.size]).toEqual([15, 15, 0]);
  });

  it('a page that was only hidden continues: what the beacon delivered is not sent again', async () => {
    const world = createWorld();
    const queue = world.open();
    world.pass(15);
    queue.add([stretch(0, 15)]);
    queue.leave();
    world.pass(15);
    queue.add([stretch(15, 30)]);
    await queue.flush();
    expect(world.log.map((beat) => [beat.seq, beat.intervals])).toEqual([
      [1, [[0, 15]]],
      [1, [[0, 30]]],
      [2, [[15, 30]]],
    ]);
    expect([world.seen(), world.server.studied]).toEqual([30, 30]);
  });

  it.each([
    ['lost', 30],
    [null, 15],
  ] as const)('hiding twice, the first beacon %s, loses nothing and counts nothing twice', async (fault, seenSec) => {
    const world = createWorld();
    const queue = world.open();
    world.loseBeacons(fault);
    world.pass(15);
    queue.add([stretch(0, 15)]);
    queue.leave();
    world.loseBeacons(null);
    world.pass(600);
    queue.add([stretch(15, 30)]);
    queue.leave();
    expect(world.log.map((beat) => beat.seq)).toEqual([1, 1]);
    expect(world.seen()).toBe(seenSec);
    world.pass(600);
    queue.add([stretch(30, 45)]);
    await queue.flush();
    expect([world.seen(), world.server.studied, world.store.beats.size]).toEqual([45, 45, 0]);
  });

  it('a beacon during a pending beat contains everything under its own number', async () => {
    const world = createWorld();
    const queue = world.open();
    world.pass(15);
    queue.add([stretch(0, 15)]);
    const flushed = queue.flush();
    queue.add([stretch(15, 20)]);
    queue.leave();
    await flushed;
    expect(world.log.map((beat) => beat.seq)).toEqual([1, 2, 2]);
    expect([world.seen(), world.store.beats.size]).toEqual([20, 0]);
    expect(world.server.studied).toBeLessThanOrEqual(15);
  });

  it('sends at most 50 intervals at a time, in order, and all of them', async () => {
    const world = createWorld();
    const queue = world.open();
    world.pass(1000);
    queue.add(Array.from({ length: 120 }, (_, index) => stretch((119 - index) * 5, (119 - index) * 5 + 4)));
    await queue.flush();
    expect(world.log.map((beat) => beat.intervals.length)).toEqual([50, 50, 20]);
    expect(world.log[0]?.intervals[0]).toEqual([595, 599]);
  });

  it('an ended ticket accepts what was played before its end, once, and then reports the end', async () => {
    const world = createWorld();
    const queue = world.open();
    world.pass(15);
    queue.add([stretch(0, 15)]);
    world.faults.push('ended');
    await queue.flush();
    expect(world.log.map((beat) => [beat.seq, beat.late])).toEqual([
      [1, undefined],
      [1, true],
    ]);
    expect([world.seen(), world.ends, world.store.beats.size]).toEqual([15, ['ended'], 0]);
    queue.add([stretch(15, 30)]);
    await queue.flush();
    expect(world.log).toHaveLength(2);
  });

  it.each<[HeartbeatFailure[], HeartbeatEnd]>([
    [['taken_over', 'ended'], 'taken_over'],
    [['ended', 'ended'], 'ended'],
  ])('%j ends it and keeps nothing', async (faults, end) => {
    const world = createWorld();
    const queue = world.open();
    queue.add([stretch(0, 15)]);
    world.faults.push('lost', ...faults);
    await queue.flush();
    await queue.flush();
    expect([world.ends, world.store.beats.size, world.seen()]).toEqual([[end], 0, 0]);
  });

  it('taken over, it brings what was played before, and then reports the end', async () => {
    const world = createWorld();
    const queue = world.open();
    world.pass(15);
    queue.add([stretch(0, 15)]);
    world.faults.push('taken_over');
    await queue.flush();
    expect(world.log.map(({ late }) => late)).toEqual([undefined, true]);
    expect([world.ends, world.store.beats.size, world.seen()]).toEqual([['taken_over'], 0, 15]);
  });

  it.each<HeartbeatFailure>(['invalid', 'not_now', 'logged_out', 'unreachable'])(
    '%s is not final: what was played waits for its learner, whoever logs in meanwhile',
    async (failure) => {
      const world = createWorld();
      const queue = world.open();
      world.pass(15);
      queue.add([stretch(0, 15)]);
      world.faults.push(failure);
      await queue.flush();
      expect(world.store.beats.get('T')).toMatchObject({ user_id: 5, intervals: [[0, 15]] });
      world.log.length = 0;
      await replayHeartbeats({ ...world.deps, user: () => 6 });
      await replayHeartbeats({ ...world.deps, user: () => null });
      expect([world.log, world.store.beats.size]).toEqual([[], 1]);
      await replayHeartbeats(world.deps);
      expect([world.seen(), world.store.beats.size]).toEqual([15, 0]);
    },
  );

  it('drops what the server will never accept, and continues', async () => {
    const world = createWorld();
    const queue = world.open();
    world.faults.push('refused');
    queue.add([stretch(0, 15)]);
    await queue.flush();
    world.pass(15);
    queue.add([stretch(15, 30)]);
    await queue.flush();
    expect([world.log.map((beat) => beat.intervals), world.ends]).toEqual([[[[0, 15]], [[15, 30]]], []]);
  });

  it('after close it keeps what was not sent', async () => {
    const world = createWorld();
    const queue = world.open();
    queue.add([stretch(0, 15)]);
    queue.close();
    await queue.flush();
    expect([world.log, world.store.beats.get('T')?.intervals]).toEqual([[], [[0, 15]]]);
  });
});
