import { describe, expect, it } from 'vitest';
import { createPlayedTracker } from './played-tracker.ts';

function play(tracker: ReturnType<typeof createPlayedTracker>, from: number, to: number): void {
  for (let position = from; position < to; position += 0.25) tracker.tick(position);
  tracker.tick(to);
}

describe('createPlayedTracker', () => {
  it('joins continuous playback, and starts again at the beginning of a cell', () => {
    const tracker = createPlayedTracker();
    play(tracker, 0, 13);
    expect(tracker.take()).toEqual([[0, 13]]);
    play(tracker, 13, 17);
    expect(tracker.take()).toEqual([[10, 17]]);
    expect(tracker.take()).toEqual([]);
  });

  it('never claims what was not played: an interval that began within a cell starts there again', () => {
    const tracker = createPlayedTracker();
    play(tracker, 12, 14);
    expect(tracker.take()).toEqual([[12, 14]]);
    play(tracker, 14, 14.5);
    expect(tracker.take()).toEqual([[12, 14.5]]);
  });

  it('keeps the order of jumps, announced or not', () => {
    const tracker = createPlayedTracker();
    play(tracker, 100, 110);
    tracker.cut();
    play(tracker, 20, 25);
    tracker.tick(300);
    play(tracker, 300, 302);
    play(tracker, 5, 6);
    expect(tracker.take()).toEqual([
      [100, 110],
      [20, 25],
      [300, 302],
      [5, 6],
    ]);
  });

  it('ignores a single position', () => {
    const tracker = createPlayedTracker();
    tracker.tick(50);
    tracker.cut();
    tracker.tick(60);
    expect(tracker.take()).toEqual([]);
  });
});
