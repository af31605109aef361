import { beforeEach, describe, expect, it } from 'vitest';
import { startTake, type Microphone, type RecorderDeps, type RecorderListener } from './recorder.ts';

let now: number;
let ticks: Set<() => void>;
let log: unknown[];
let level: number;
let isReleased: boolean;
let finish: (sound: Blob) => void;
let breakOff: (error: unknown) => void;
let allow: () => void;
let refuse: (error: unknown) => void;

beforeEach(() => {
  [now, ticks, log, level, isReleased] = [0, new Set(), [], 0.2, false];
});

const sound = new Blob(['words']);
const microphone = (): Microphone => ({
  record: () =>
    new Promise((resolve, reject) => {
      [finish, breakOff] = [resolve, reject];
    }),
  stop: () => finish(sound),
  renew: () => log.push('renewed'),
  level: () => level,
  release: () => {
    isReleased = true;
  },
});
const deps: RecorderDeps = {
  open: () =>
    new Promise((resolve, reject) => {
      [allow, refuse] = [() => resolve(microphone()), reject];
    }),
  now: () => now,
  every: (_ms, act) => {
    ticks.add(act);
    return () => void ticks.delete(act);
  },
};
const listener: RecorderListener = {
  on_level: () => undefined,
  on_end: (recording, why) => log.push([why, recording?.ms ?? null]),
  on_fail: (reason) => log.push(reason),
};
const pass = async (ms: number): Promise<void> => {
  now += ms;
  for (const act of ticks) act();
  await settled();
};
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const opened = async () => {
  const take = startTake(deps, listener);
  allow();
  await settled();
  return take;
};

describe('a take', () => {
  it('ends once with its recording when it is stopped, and the microphone is released', async () => {
    const take = await opened();
    await pass(1200);
    take.stop();
    take.stop();
    await settled();
    take.cancel();
    expect([log, isReleased, ticks.size]).toEqual([[['whole', 1200]], true, 0]);
  });

  it('says nothing when it is cancelled', async () => {
    const take = await opened();
    await pass(500);
    take.cancel();
    take.stop();
    await pass(500);
    expect([log, isReleased, ticks.size]).toEqual([[], true, 0]);
  });

  it('stops by itself before the longest recording that the server takes', async () => {
    await opened();
    await pass(59_400);
    expect(log).toEqual([]);
    await pass(100);
    expect([log, isReleased]).toEqual([[['whole', 59_500]], true]);
  });

  it('without a sound is not sent', async () => {
    level = 0.002;
    const take = await opened();
    await pass(900);
    take.stop();
    await settled();
    expect(log).toEqual([['silent', null]]);
  });

  it.each(['stop', 'cancel'] as const)(
    '%s before the microphone is open: it is released when it opens',
    async (act) => {
      const take = startTake(deps, listener);
      take[act]();
      expect(log).toEqual(act === 'stop' ? [['unopened', null]] : []);
      allow();
      await settled();
      expect([isReleased, ticks.size]).toEqual([true, 0]);
    },
  );

  it.each([
    ['NotAllowedError', 'no_microphone'],
    ['NotFoundError', 'no_device'],
    ['NotReadableError', 'no_device'],
    ['NotSupportedError', 'no_recorder'],
  ])('%s is %s', async (name, reason) => {
    startTake(deps, listener);
    refuse(new DOMException('', name));
    await settled();
    expect(log).toEqual([reason]);
  });

  it('that breaks off releases the microphone and says so', async () => {
    await opened();
    breakOff(new DOMException('', 'NotReadableError'));
    await settled();
    expect([log, isReleased]).toEqual([['no_device'], true]);
  });
});
