import { describe, expect, it } from 'vitest';
import type { ReadingAnswer, ReadingReport } from '@kaike/shared/contracts/lessons';
import { idleSeconds } from '@kaike/shared/domain/courses/reading';
import { createReadingSession, type ReadingDeps } from './reading-session.ts';

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
  let seen = 0;
  const deps: ReadingDeps = {
    async open(takeOver) {
      openings.push(takeOver);
      const fault = faults.shift();
      if (fault) throw new Error(fault);
      return { ...opened, ...answer, ...(takeOver ? { ticket: 'T2' } : {}) };
    },
    async send(body): Promise<ReadingReport> {
      const fault = faults.shift();
      if (fault) throw new Error(fault);
      requests.push(body);
      seen = Math.min(60, seen + body.read_sec);
      const isDone = seen >= 60 && body.is_at_end;
      return {
        repeated: false,
        credited_sec: body.read_sec,
        seen_sec: seen,
        percent: isDone ? 100 : Math.min(99, Math.floor(seen / 0.6)),
        completed_at: isDone ? 'now' : null,
        missing_sec: 60 - seen,
        is_end_reached: body.is_at_end,
      };
    },
    beacon: (body) => beacons.push(body) > 0,
    describe: (error) => ({ code: error instanceof Error ? error.message : '', message: '' }),
    meaningOf: (error) => (error instanceof Error ? (error.message as 'again') : 'refused'),
  };
  const session = createReadingSession(deps);
  const read = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) session.tick();
    await session.flush();
  };
  return { session, requests, beacons, faults, openings, read, state: () => session.store.getState() };
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
      { seq: 1, read_sec: 11 },
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

  it('sends what is waiting when the page closes, once', async () => {
    const { session, beacons, requests, read } = createWorld();
    await session.open();
    for (let second = 0; second < 4; second += 1) session.tick();
    session.leave();
    session.leave();
    expect(beacons).toMatchObject([{ seq: 1, read_sec: 4 }]);
    await read(3);
    expect(requests).toMatchObject([{ seq: 2, read_sec: 3 }]);
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
