import { beforeEach, describe, expect, it } from 'vitest';
import { createGate, silenceOf } from './gate.ts';
import { startHandsFree, type HandsFreeDeps } from './hands-free.ts';

let now: number;
let ticks: Set<() => void>;
let level: number;
let log: unknown[];
let turn: ReturnType<HandsFreeDeps['turn']>;
let open: number;

beforeEach(() => {
  [now, ticks, level, log, turn, open] = [0, new Set(), 0.001, [], 'free', 0];
});

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const pass = async (ms: number): Promise<void> => {
  for (let at = 0; at < ms; at += 100) {
    now += 100;
    for (const act of ticks) act();
    await settled();
  }
};
const start = () => {
  let finish: (sound: Blob) => void = () => undefined;
  return startHandsFree(
    {
      recorder: {
        open: async () => {
          open += 1;
          return {
            record: () => new Promise((resolve) => (finish = resolve)),
            stop: () => finish(new Blob(['words'])),
            renew: () => log.push('renewed'),
            level: () => level,
            release: () => {
              open -= 1;
            },
          };
        },
        now: () => now,
        every: (_ms, act) => {
          ticks.add(act);
          return () => void ticks.delete(act);
        },
      },
      turn: () => turn,
      send: async (sound) => {
        log.push(`sent ${sound.size}`);
        turn = 'busy';
      },
      silence_ms: 1000,
    },
    {
      on_state: (state) => log.at(-1) === state || log.push(state),
      on_level: () => undefined,
      on_end: (why) => log.push(`ended: ${why}`),
    },
  );
};
const speak = async (ms: number): Promise<void> => {
  level = 0.1;
  await pass(ms);
  level = 0.001;
};

describe('hands-free', () => {
  it('sends after a silence, waits for the teacher, and listens again', async () => {
    start();
    await pass(500);
    expect([log, open]).toEqual([['waiting', 'listening'], 1]);
    await speak(2000);
    await pass(700);
    // A pause to think ends nothing.
    expect(log.at(-1)).toBe('speaking');
    await speak(500);
    await pass(1200);
    expect([log.slice(2), open]).toEqual([['speaking', 'sent 5', 'waiting'], 0]);
    await pass(3000);
    turn = 'free';
    await pass(300);
    expect([log.at(-1), open]).toEqual(['listening', 1]);
  });

  it('forgets the silence before a voice, and closes the microphone when nobody speaks', async () => {
    start();
    await pass(5000);
    expect(log.filter((one) => one === 'renewed').length).toBeGreaterThan(1);
    await pass(17_000);
    expect([log.at(-1), open, ticks.size]).toEqual(['ended: quiet', 0, 0]);
  });

  it('ends at once when it is stopped, and with the talk', async () => {
    const one = start();
    await pass(500);
    await speak(500);
    one.stop();
    await pass(3000);
    expect([log.at(-1), open, ticks.size]).toEqual(['speaking', 0, 0]);
    turn = 'over';
    start();
    await pass(200);
    expect(log.at(-1)).toBe('ended: over');
  });

  it('sends at once when the learner says so', async () => {
    const one = start();
    await pass(500);
    await speak(500);
    one.done();
    await settled();
    expect(log).toContain('sent 5');
  });
});

it('waits longer for beginners', () => {
  expect(['A1', 'B2', 'C1'].map(silenceOf)).toEqual([1600, 1200, 800]);
});

it('noise is no voice, and a voice above it is', () => {
  const gate = createGate(800);
  for (const ms of [0, 100, 200]) expect(gate(0.02, ms)).toBe('nothing');
  expect([gate(0.03, 400), gate(0.06, 500), gate(0.04, 900), gate(0.02, 1000), gate(0.02, 1700)]).toEqual([
    'nothing',
    'voice',
    'voice',
    'voice',
    'end',
  ]);
});
