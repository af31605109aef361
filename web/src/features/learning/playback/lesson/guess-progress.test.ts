import { describe, expect, it } from 'vitest';
import { guessProgress } from './guess-progress.ts';

const confirmed = { seen: [[0, 10]], seen_sec: 10, percent: 10, completed_at: null, missing_sec: 80 };
const lesson = { duration_sec: 100, complete_percent: 90 };

describe('guessProgress', () => {
  it('adds what was played since the server responded', () => {
    expect(
      guessProgress({
        confirmed,
        played: [
          [10, 20],
          [50, 55],
        ],
        ...lesson,
      }),
    ).toEqual({
      seen: [
        [0, 20],
        [50, 55],
      ],
      seen_sec: 25,
      percent: 25,
      completed_at: null,
      missing_sec: 65,
    });
  });

  it('keeps the server’s progress when nothing new was played', () => {
    expect(guessProgress({ confirmed, played: [], ...lesson })).toBe(confirmed);
    expect(guessProgress({ confirmed, played: [[0, 9]], ...lesson })).toBe(confirmed);
  });

  it('never marks a lesson as finished', () => {
    expect(guessProgress({ confirmed, played: [[0, 100]], ...lesson })).toMatchObject({
      percent: 100,
      missing_sec: 0,
      completed_at: null,
    });
  });
});
