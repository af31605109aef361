import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditReading, estimateReadingSec, isReadingFinished, maxReadingSec, readingPercent } from './reading.ts';

const start = new Date('2026-11-21T04:00:00.000Z');
const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);

describe('estimateReadingSec', () => {
  it('counts characters and words, not markup', () => {
    expect(estimateReadingSec('学'.repeat(700))).toBe(120);
    expect(estimateReadingSec(`<p class="a b c">${'学'.repeat(350)}</p>&nbsp;<b>${'word '.repeat(200)}</b>`)).toBe(120);
  });

  it('stays within bounds', () => {
    expect([estimateReadingSec(''), estimateReadingSec('学'.repeat(100_000))]).toEqual([15, 1800]);
  });
});

describe('creditReading', () => {
  it('credits what was read, but no more than has passed on the clock', () => {
    expect(creditReading({ claimed_sec: 10, now: after(10), last_beat_at: start, seen_sec: 20, duration: 60 })).toEqual(
      { credited_sec: 10, seen_sec: 30 },
    );
    expect(creditReading({ claimed_sec: 60, now: after(10), last_beat_at: start, seen_sec: 0, duration: 60 })).toEqual({
      credited_sec: 10,
      seen_sec: 10,
    });
    expect(
      creditReading({ claimed_sec: 7, now: after(3600), last_beat_at: start, seen_sec: 58, duration: 60 }),
    ).toEqual({ credited_sec: 7, seen_sec: 60 });
  });

  it('limits long claims and ignores invalid ones and a clock set back', () => {
    const report = { last_beat_at: start, seen_sec: 0, duration: 6000 };
    const long = { ...report, claimed_sec: 3600, now: after(3600) };
    expect(creditReading(long).credited_sec).toBe(maxReadingSec);
    expect(creditReading({ ...long, is_late: true }).credited_sec).toBe(3600);
    expect(creditReading({ ...long, is_late: true, now: after(600) }).credited_sec).toBe(600);
    for (const claimed of [-5, Number.NaN, Infinity])
      expect(creditReading({ ...report, claimed_sec: claimed, now: after(10) }).credited_sec).toBe(0);
    expect(creditReading({ ...report, claimed_sec: 10, now: after(-10) }).credited_sec).toBe(0);
  });

  it('never credits more over many reports than has passed in total', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ wait: fc.double({ min: 0, max: 90, noNaN: true }), claimed: fc.integer({ min: -10, max: 500 }) }),
          { maxLength: 40 },
        ),
        (reports) => {
          let [now, before, total] = [start, start, 0];
          for (const { wait, claimed } of reports) {
            now = new Date(now.getTime() + wait * 1000);
            total += creditReading({
              claimed_sec: claimed,
              now,
              last_beat_at: before,
              seen_sec: 0,
              duration: 100_000,
            }).credited_sec;
            before = now;
          }
          expect(total).toBeLessThanOrEqual((now.getTime() - start.getTime()) / 1000 + 1);
        },
      ),
    );
  });
});

describe('finishing a reading lesson', () => {
  it('requires both the time and the end', () => {
    expect(isReadingFinished({ seen_sec: 60, duration: 60, is_end_reached: false })).toBe(false);
    expect(isReadingFinished({ seen_sec: 59, duration: 60, is_end_reached: true })).toBe(false);
    expect(isReadingFinished({ seen_sec: 60, duration: 60, is_end_reached: true })).toBe(true);
  });

  it('shows 100 percent only when it is finished', () => {
    expect([
      readingPercent({ seen_sec: 60, duration: 60, is_finished: false }),
      readingPercent({ seen_sec: 30, duration: 60, is_finished: false }),
      readingPercent({ seen_sec: 60, duration: 60, is_finished: true }),
    ]).toEqual([99, 50, 100]);
  });
});
