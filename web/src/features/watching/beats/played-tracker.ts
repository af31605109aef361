import { cellSeconds, type Interval } from '@kaike/shared/domain/seen-map';

/** Beyond this a step of the position is a jump that nobody announced. */
const longestStepSec = 30;

export type PlayedTracker = {
  /** The position while it plays, as often as the player tells it. */
  tick: (position: number) => void;
  /** What follows does not go on from here: a seek, another source. */
  cut: () => void;
  /** What `take` would answer now. */
  peek: () => Interval[];
  /** What was played since the last time, in the order in which it was. */
  take: () => Interval[];
};

/** Turns the positions of a player into stretches that were played. A stretch that goes on starts again where its cell does, so that no cell is lost between two reports. */
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
      if (from === null || position < to || position - to > longestStepSec) {
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
      const taken = from !== null && isNew && to > from ? [...closed, [from, to] as const] : closed;
      closed = [];
      if (from !== null) from = Math.max(from, Math.floor(to / cellSeconds) * cellSeconds);
      isNew = false;
      return taken;
    },
  };
}
