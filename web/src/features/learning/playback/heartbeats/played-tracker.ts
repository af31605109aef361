import { cellSeconds, type Interval } from '@kaike/shared/domain/learning/watched-bitmap';

/** A larger step of the position is an unannounced jump. */
const maxStepSec = 30;

export type PlayedTracker = {
  /** The position during playback, as often as the player reports it. */
  tick: (position: number) => void;
  /** What follows does not continue from here: a seek, another source. */
  cut: () => void;
  /** What `take` would return now. */
  peek: () => Interval[];
  /** What was played since the last call, in order. */
  take: () => Interval[];
};

/** Turns the positions of a player into played intervals. An interval that continues after a report restarts at its cell's beginning, so that no cell is lost between two reports. */
export function createPlayedTracker(): PlayedTracker {
  let closed: Interval[] = [];
  let from: number | null = null;
  let to = 0;
  let isNew = false;

  function close(): void {
    if (from !== null && isNew && to > from) closed.push([from, to]);
    from = null;
    isNew = false;
  }

  return {
    tick(position) {
      if (from === null || position < to || position - to > maxStepSec) {
        close();
        from = position;
        to = position;
      } else if (position > to) {
        to = position;
        isNew = true;
      }
    },
    cut: close,
    peek: () => (from !== null && isNew && to > from ? [...closed, [from, to] as const] : closed),
    take() {
      const stretches = from !== null && isNew && to > from ? [...closed, [from, to] as const] : closed;
      closed = [];
      if (from !== null) from = Math.max(from, Math.floor(to / cellSeconds) * cellSeconds);
      isNew = false;
      return stretches;
    },
  };
}
