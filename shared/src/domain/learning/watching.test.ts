import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellCount, cellSeconds, markIntervals, seenSeconds, watchedRanges, type Interval } from './watched-bitmap.ts';
import { claimedSeconds, creditHeartbeat, isComplete, percentSeen, type Heartbeat, type Credit } from './watching.ts';

const start = new Date('2026-01-05T08:00:00Z');
const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);
const nothing: Uint8Array = new Uint8Array(0);

function beat(overrides: Partial<Heartbeat>): Credit {
  return creditHeartbeat({
    seq: 1,
    last_seq: 0,
    intervals: [],
    now: start,
    last_beat_at: start,
    max_speed: 2,
    duration: 600,
    bitmap: nothing,
    ...overrides,
  });
}

describe('watched bitmap', () => {
  test.each([
    [0, 0],
    [-1, 0],
    [Number.NaN, 0],
    [1, 1],
    [5, 1],
    [6, 2],
    [600, 120],
  ])('a lesson of %d s has %i cells', (duration, cells) => {
    expect(cellCount(duration)).toBe(cells);
  });
  test.each<[Interval[], number, number]>([
    [[[0, 5]], 60, 5],
    [[[0, 2.4]], 60, 0],
    [[[0, 2.5]], 60, 5],
    [[[2.6, 12.4]], 60, 5],
    [[[2, 13]], 60, 15],
    [[[0, 61]], 61, 61],
    [[[60.5, 61]], 61, 1],
    [[[55, 900]], 60, 5],
    [
      [
        [0, 5],
        [0, 5],
        [3, 8],
      ],
      60,
      10,
    ],
    [[[70, 80]], 60, 0],
    [[[3, 4]], 4, 0],
  ])('%j of %d s is %d s seen', (intervals, duration, seconds) => {
    expect(seenSeconds(markIntervals(nothing, intervals, duration), duration)).toBe(seconds);
  });
  test('seen and missing stretches together cover the lesson', () => {
    const bitmap = markIntervals(
      nothing,
      [
        [0, 10],
        [20, 30],
      ],
      33,
    );
    expect(watchedRanges(bitmap, 33)).toEqual([
      [0, 10],
      [20, 30],
    ]);
    expect(watchedRanges(bitmap, 33, false)).toEqual([
      [10, 20],
      [30, 33],
    ]);
  });
  test('marking never clears cells and ignores order', () => {
    const interval = fc
      .tuple(fc.double({ min: 0, max: 700, noNaN: true }), fc.double({ min: 0, max: 300, noNaN: true }))
      .map(([from, length]): Interval => [from, from + length]);
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 20 }), fc.integer({ min: 1, max: 700 }), (intervals, duration) => {
        const all = markIntervals(nothing, intervals, duration);
        expect(markIntervals(nothing, [...intervals].reverse(), duration)).toEqual(all);
        const half = markIntervals(nothing, intervals.slice(0, 10), duration);
        expect(seenSeconds(half, duration)).toBeLessThanOrEqual(seenSeconds(all, duration));
        expect(seenSeconds(all, duration)).toBeLessThanOrEqual(duration);
      }),
    );
  });
});

describe('claimedSeconds', () => {
  test.each<[number, number[][]]>([
    [0, []],
    [15.25, [[0, 15.25]]],
    [
      0.3,
      [
        [0.1, 0.2],
        [0.2, 0.4],
      ],
    ],
    [
      30,
      [
        [0, 15],
        [0, 15],
      ],
    ],
    [5, [[], [9], [20, 10], [0, 5]]],
    [
      0,
      [
        [0, Number.MAX_VALUE],
        [0, Number.MAX_VALUE],
      ],
    ],
  ])('are %d of %j', (seconds, intervals) => {
    expect(claimedSeconds(intervals)).toBe(seconds);
  });
});

describe('creditHeartbeat', () => {
  test('credits what was watched', () => {
    const credit = beat({ now: after(15), intervals: [[0, 15]] });
    expect(credit).toMatchObject({
      credited_sec: 15,
      seen_sec: 15,
      percent: 2,
      suspicious: [],
      repeated: false,
      slack_sec: 8,
    });
  });
  test('a forged request right after the ticket marks nothing, even in a lesson of one cell', () => {
    expect(beat({ intervals: [[0, 600]] })).toMatchObject({
      seen_sec: 0,
      credited_sec: 0,
      suspicious: ['surplus'],
      slack_sec: 3,
    });
    expect(beat({ intervals: [[0, 5]], duration: 5, now: after(0.5) })).toMatchObject({
      seen_sec: 0,
      suspicious: ['surplus'],
    });
  });
  test('the allowance left over by the previous beat can be used once', () => {
    const first = beat({ slack_sec: 8, intervals: [[0, 600]] });
    expect(first).toMatchObject({ seen_sec: 5, slack_sec: 3 });
    const again = beat({
      seq: 2,
      last_seq: 1,
      bitmap: first.bitmap,
      slack_sec: first.slack_sec,
      intervals: [[0, 600]],
    });
    expect(again).toMatchObject({ seen_sec: 5, suspicious: ['surplus'], slack_sec: 3 });
  });
  test('double speed beyond the limit is cut in the order sent', () => {
    const credit = beat({
      max_speed: 1,
      now: after(15),
      intervals: [
        [300, 310],
        [0, 60],
      ],
    });
    expect(watchedRanges(credit.bitmap, 600)).toEqual([
      [0, 5],
      [300, 310],
    ]);
    expect(credit.suspicious).toEqual(['surplus']);
  });
  test('half-covered cells cost whole cells', () => {
    const intervals = Array.from({ length: 50 }, (_, cell): Interval => [cell * 5, cell * 5 + 2.5]);
    expect(beat({ now: after(10), max_speed: 1, intervals }).seen_sec).toBe(10);
  });
  test('seen cells cost nothing again, but time watched twice counts twice as study time', () => {
    const bitmap = markIntervals(nothing, [[0, 300]], 600);
    expect(beat({ bitmap, now: after(15), intervals: [[0, 30]] })).toMatchObject({
      seen_sec: 300,
      credited_sec: 15,
      slack_sec: 8,
      suspicious: [],
    });
  });
  test.each([0, -1, Number.NaN])('seq %d after 0 changes nothing', (seq) => {
    const bitmap = markIntervals(nothing, [[0, 50]], 600);
    expect(beat({ seq, bitmap, slack_sec: 1, now: after(100), intervals: [[100, 200]] })).toEqual({
      bitmap,
      credited_sec: 0,
      seen_sec: 50,
      percent: 8,
      suspicious: [],
      repeated: true,
      slack_sec: 1,
    });
  });
  test.each<[string, number[][], string[], number]>([
    [
      'not numbers',
      [
        [Number.NaN, 5],
        [0, Infinity],
        [-Infinity, 5],
      ],
      ['malformed'],
      0,
    ],
    [
      'negative and reversed',
      [
        [-5, 5],
        [10, 5],
      ],
      ['malformed'],
      0,
    ],
    ['too short and too long', [[], [1], [0, 5, 9]], ['malformed'], 0],
    [
      'future positions',
      [
        [590, 700],
        [900, 950],
      ],
      ['beyond_end'],
      10,
    ],
    ['a late end', [[590, 600.8]], [], 10],
    ['nothing', [[5, 5]], [], 0],
    ['too many', Array.from({ length: 51 }, (_, i) => [i * 10, i * 10 + 5]), ['too_many'], 250],
  ])('%s', (_, intervals, suspicious, seen) => {
    expect(beat({ now: after(300), intervals })).toMatchObject({ suspicious, seen_sec: seen });
  });
  test('study time keeps its fractions over many beats', () => {
    const credits = Array.from(
      { length: 40 },
      (_, index) =>
        beat({
          last_beat_at: after(index * 15.02),
          now: after((index + 1) * 15.02),
          intervals: [[index * 15, index * 15 + 14.97]],
        }).credited_sec,
    );
    expect(credits.reduce((sum, seconds) => sum + seconds, 0)).toBe(600);
  });
  test('a clock set back grants no time', () => {
    expect(beat({ now: after(-100), intervals: [[0, 100]] })).toMatchObject({ seen_sec: 0, credited_sec: 0 });
  });
  test('time offline, sent as one beat, is credited in full', () => {
    expect(
      beat({
        now: after(400),
        max_speed: 1,
        intervals: [
          [0, 200],
          [400, 600],
        ],
      }),
    ).toMatchObject({ seen_sec: 400, credited_sec: 400, suspicious: [] });
  });
  test('a lesson without duration earns nothing', () => {
    expect(beat({ duration: 0, now: after(15), intervals: [[0, 15]] })).toMatchObject({ seen_sec: 0, percent: 0 });
  });
});

describe('over any sequence of beats', () => {
  const wild = fc.oneof(
    fc.tuple(fc.double(), fc.double()),
    fc.tuple(fc.integer({ min: 0, max: 7200 }), fc.integer({ min: 0, max: 7200 })),
    fc.constant([0, 7200] as const),
  );
  const forged = fc.record({
    gapMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60_000 })),
    intervals: fc.array(wild, { maxLength: 60 }),
  });

  test('T seconds never mark more than T × max speed + 3 s, nor credit more study time than T', () => {
    fc.assert(
      fc.property(fc.array(forged, { maxLength: 60 }), fc.constantFrom(1, 1.5, 2, 3), (beats, maxSpeed) => {
        const duration = 7200;
        let state = { bitmap: nothing, slack_sec: 3, ms: 0, seq: 0, seen: 0, studied: 0 };
        for (const { gapMs, intervals } of beats) {
          const ms = state.ms + gapMs;
          const credit = creditHeartbeat({
            seq: state.seq + 1,
            last_seq: state.seq,
            intervals,
            now: after(ms / 1000),
            last_beat_at: after(state.ms / 1000),
            max_speed: maxSpeed,
            duration,
            bitmap: state.bitmap,
            slack_sec: state.slack_sec,
          });
          expect(credit.seen_sec - state.seen).toBeLessThanOrEqual((gapMs / 1000) * maxSpeed + 8);
          expect(credit.seen_sec).toBeLessThanOrEqual((ms / 1000) * maxSpeed + 3);
          state = {
            bitmap: credit.bitmap,
            slack_sec: credit.slack_sec,
            ms,
            seq: state.seq + 1,
            seen: credit.seen_sec,
            studied: state.studied + credit.credited_sec,
          };
        }
        expect(state.studied).toBeLessThanOrEqual(state.ms / 1000);
      }),
    );
  });

  test('an honest viewer at full speed, with any gaps, gets everything marked and is never suspicious', () => {
    const gaps = fc.array(fc.integer({ min: 100, max: 20_000 }), { minLength: 5, maxLength: 80 });
    fc.assert(
      fc.property(gaps, fc.constantFrom(1, 1.25, 2), (gapsMs, speed) => {
        const duration = 100_000;
        let state = { bitmap: nothing, slack_sec: 3, ms: 0, position: 0 };
        gapsMs.forEach((gap, index) => {
          const ms = state.ms + gap;
          const position = (ms / 1000) * speed;
          const from = Math.floor(state.position / cellSeconds) * cellSeconds;
          const credit = creditHeartbeat({
            seq: index + 1,
            last_seq: index,
            intervals: [[from, position]],
            now: after(ms / 1000),
            last_beat_at: after(state.ms / 1000),
            max_speed: speed,
            duration,
            bitmap: state.bitmap,
            slack_sec: state.slack_sec,
          });
          expect(credit.suspicious).toEqual([]);
          state = { bitmap: credit.bitmap, slack_sec: credit.slack_sec, ms, position };
        });
        const whole = Math.floor(state.position / cellSeconds) * cellSeconds;
        expect(watchedRanges(state.bitmap, duration)[0]?.[1] ?? 0).toBeGreaterThanOrEqual(whole);
      }),
    );
  });
});

test('completion and percent', () => {
  expect([percentSeen(599, 600), percentSeen(600, 600), percentSeen(0, 0)]).toEqual([99, 100, 0]);
  expect([isComplete(540, 600, 90), isComplete(535, 600, 90), isComplete(0, 0, 90)]).toEqual([true, false, false]);
});
