import { describe, expect, it } from 'vitest';
import type { ReadingAnswer, ReadingReport } from '@kaike/shared/contracts/learning/lessons';
import { idleSeconds } from '@kaike/shared/domain/learning/reading';
import { createReadingSession, type ReadingDeps } from './reading-session.ts';
import { replayReadings, type StoredReading } from './stored-readings.ts';

const opened: ReadingAnswer = {
  other: null,
  ticket: 'T',
  duration_sec: 60,
  is_preview: false,
  offer: null,
  content: '<p>x</p>',
  document: null,
  seen_sec: 0,
  percent: 0,
  completed_at: null,
  missing_sec: 60,
  is_end_reached: false,
};

type SentReport = Parameters<ReadingDeps['send']>[0];

/** A server that accepts every second, and responds as scripted. */
function createWorld(answer: Partial<ReadingAnswer> = {}) {
  const [requests, beacons]: [SentReport[], SentReport[]] = [[], []];
  const faults: string[] = [];
  const openings: boolean[] = [];
  let [seen, lastSeq, lastClaim, isBeaconLost] = [0, 0, 0, false];
  const records = new Map<string, StoredReading>();
  const take = ({ seq, read_sec: seconds }: SentReport): boolean => {
    const repeated = seq <= lastSeq;
    if (!repeated) [seen, lastSeq, lastClaim] = [Math.min(60, seen + seconds), seq, seconds];
    return repeated;
  };
  const deps: ReadingDeps = {
    async open(takeOver) {
      openings.push(takeOver);
      const fault = faults.shift();
      if (fault) throw new Error(fault);
      return { ...opened, ...answer, ...(takeOver ? { ticket: 'T2' } : {}) };
    },
    async send(body): Promise<ReadingReport> {
      const fault = faults.shift();
      // The report arrives, and its answer does not.
      if (fault === 'lost') take(body);
      if (fault) throw new Error(fault === 'lost' ? 'again' : fault);
      requests.push(body);
      const repeated = take(body);
      const isDone = seen >= 60 && body.is_at_end;
      return {
        repeated,
        claimed_sec: body.seq === lastSeq ? lastClaim : body.read_sec,
        credited_sec: body.read_sec,
        seen_sec: seen,
        percent: isDone ? 100 : Math.min(99, Math.floor(seen / 0.6)),
        completed_at: isDone ? 'now' : null,
        missing_sec: 60 - seen,
        is_end_reached: body.is_at_end,
      };
    },
    beacon(body) {
      if (!isBeaconLost) take(body);
      return beacons.push(body) > 0;
    },
    keep: async (report) => {
      const { ticket } = report;
      records.set(ticket, { report, ticket, user_id: 5, saved_at: Date.now() });
    },
    forget: async (ticket) => void records.delete(ticket),
    describe: (error) => ({ code: error instanceof Error ? error.message : '', message: '' }),
    meaningOf: (error) => (error instanceof Error ? (error.message as 'again') : 'refused'),
  };
  const session = createReadingSession(deps);
  const read = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) session.tick();
    await session.flush();
  };
  /** The next visit, of the account with this id. */
  const visit = (userId: number | null): Promise<void> =>
    replayReadings({
      ...deps,
      user: () => userId,
      store: { all: async () => [...records.values()], remove: async (ticket) => void records.delete(ticket) },
    });
  const loseBeacons = (): void => void (isBeaconLost = true);
  const state = () => session.store.getState();
  return { session, requests, beacons, faults, openings, read, state, records, visit, loseBeacons, seen: () => seen };
}

describe('createReadingSession', () => {
  it('advances the progress every second and reports every ten', async () => {
    const { session, requests, state } = createWorld();
    await session.open();
    for (let second = 0; second < 9; second += 1) session.tick();
    expect([state().seen_sec, state().missing_sec, state().percent, requests.length]).toEqual([9, 51, 15, 0]);
    session.tick();
    await session.flush();
    expect(requests).toMatchObject([{ ticket: 'T', seq: 1, read_sec: 10, is_at_end: false }]);
  });

  it('is finished when the server says so, and reports at once when it may be', async () => {
    const { session, requests, read, state } = createWorld();
    await session.open();
    session.reachEnd();
    await read(59);
    expect(state()).toMatchObject({ percent: 98, completed_at: null, is_just_finished: false, is_end_reached: true });
    session.tick();
    await session.flush();
    expect(state()).toMatchObject({ percent: 100, completed_at: 'now', is_just_finished: true });
    expect(requests.reduce((sum, { read_sec: seconds }) => sum + seconds, 0)).toBe(60);
  });

  it('keeps what was read while offline', async () => {
    const { session, requests, faults, read, state } = createWorld();
    await session.open();
    faults.push('again');
    await read(10);
    expect(state()).toMatchObject({ is_offline: true, seen_sec: 10 });
    await read(5);
    await session.flush();
    expect(requests).toMatchObject([
      { seq: 1, read_sec: 11, late: true },
      { seq: 2, read_sec: 4 },
    ]);
    expect(state().is_offline).toBe(false);
  });

  it('pauses when there was no activity for a while', async () => {
    const { session, state } = createWorld({ duration_sec: 6000, missing_sec: 6000 });
    await session.open();
    for (let second = 0; second < idleSeconds + 50; second += 1) session.tick();
    expect(state()).toMatchObject({ is_idle: true, seen_sec: idleSeconds });
    session.touch();
    session.tick();
    expect(state()).toMatchObject({ is_idle: false, seen_sec: idleSeconds + 1 });
  });

  it('stops when another device takes over, and continues here when requested', async () => {
    const { session, faults, openings, read, state } = createWorld();
    await session.open();
    faults.push('taken_over');
    await read(10);
    expect(state().phase).toBe('taken_over');
    await session.open(true);
    expect([state().phase, state().answer?.ticket, openings]).toEqual(['ready', 'T2', [false, true]]);
  });

  it('reopens when its ticket has expired', async () => {
    const { session, faults, openings, read } = createWorld();
    await session.open();
    faults.push('reopen');
    await read(10);
    expect(openings).toEqual([false, false]);
  });

  it.each([false, true])('a hidden page sends what is waiting, which counts once (lost: %s)', async (isLost) => {
    const { session, beacons, requests, read, loseBeacons, records, seen } = createWorld();
    await session.open();
    if (isLost) loseBeacons();
    for (let second = 0; second < 4; second += 1) session.tick();
    session.leave();
    session.leave();
    expect(beacons).toMatchObject([{ seq: 1, read_sec: 4 }]);
    await read(3);
    expect(requests).toMatchObject([{ seq: 1, read_sec: 7 }, ...(isLost ? [] : [{ seq: 2, read_sec: 3 }])]);
    expect([seen(), records.size]).toEqual([7, 0]);
  });

  it.each([false, true])(
    'a page that was closed offline waits for its learner (beacon before: %s)',
    async (isHidden) => {
      const { session, requests, faults, read, records, visit, seen } = createWorld();
      await session.open();
      for (let second = 0; second < 4; second += 1) session.tick();
      if (isHidden) session.leave();
      faults.push(...Array.from({ length: 40 }, () => 'again'));
      await read(30);
      session.leave();
      faults.length = 0;
      for (const other of [6, null]) await visit(other);
      expect([requests, records.size]).toEqual([[], 1]);
      faults.push('again');
      await visit(5);
      expect(records.size).toBe(1);
      await visit(5);
      await visit(5);
      expect([seen(), records.size]).toEqual([34, 0]);
    },
  );

  it.each([
    ['the first arrived', ['lost', 'again']],
    ['the second arrived', ['again', 'lost']],
    ['none arrived', ['again', 'again']],
    ['both arrived', ['lost', 'lost']],
  ])('of reports that grew while their answers were lost, each second counts once: %s', async (_which, lost) => {
    for (const isClosed of [true, false]) {
      const { session, faults, read, records, visit, seen } = createWorld();
      await session.open();
      faults.push(...lost);
      await read(3);
      await read(4);
      if (isClosed) {
        for (let second = 0; second < 5; second += 1) session.tick();
        session.leave();
        await visit(5);
      } else await read(5);
      await session.flush();
      expect([seen(), records.size]).toEqual([12, 0]);
    }
  });

  it.each(['reopen', 'foreign', 'taken_over'])('%s: what was read before is sent once more, as late', async (end) => {
    const { session, requests, faults, read, records, openings, state } = createWorld();
    await session.open();
    faults.push(end);
    await read(10);
    expect(requests).toMatchObject([{ seq: 1, read_sec: 10, late: true }]);
    expect([records.size, openings.length, state().phase]).toEqual(
      end === 'taken_over' ? [0, 1, 'taken_over'] : [0, 2, 'ready'],
    );
  });

  it('counts a document opened elsewhere, but no more than is missing', async () => {
    const { session, requests } = createWorld();
    await session.open();
    session.addAway(3600);
    await session.flush();
    expect(requests).toMatchObject([{ read_sec: 60 }]);
  });

  it('reports why a lesson does not open', async () => {
    const { session, faults, state } = createWorld();
    faults.push('course.no_access');
    await session.open();
    expect(state()).toMatchObject({ phase: 'failed', failure: { code: 'course.no_access' } });
  });
});
