const windowMs = 8000;

export type PartProgress = {
  /** Bytes of all parts. */
  total: () => number;
  /** That many bytes of a part have left; a part that is tried again starts over. */
  set: (part: number, bytes: number) => void;
  /** Bytes a second over the last seconds; 0 while too little is known. */
  speed: () => number;
  /** Forgets the pace, not the bytes: time spent paused is no slowness. */
  rest: () => void;
};

/** Adds up the bytes of parts that run side by side, and tells how fast they move. */
export function createPartProgress(now: () => number): PartProgress {
  const parts = new Map<number, number>();
  let samples: { at: number; sent: number }[] = [];
  const total = (): number => [...parts.values()].reduce((sum, bytes) => sum + bytes, 0);
  return {
    total,
    set(part, bytes) {
      parts.set(part, bytes);
      samples = [...samples.filter((sample) => sample.at > now() - windowMs), { at: now(), sent: total() }];
    },
    speed() {
      const [first, last] = [samples[0], samples[samples.length - 1]];
      const ms = first && last ? last.at - first.at : 0;
      return first && last && ms > 500 ? Math.max(0, ((last.sent - first.sent) * 1000) / ms) : 0;
    },
    rest() {
      samples = [];
    },
  };
}
