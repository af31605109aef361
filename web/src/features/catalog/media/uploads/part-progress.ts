const windowMs = 8000;

export type PartProgress = {
  /** Bytes of all parts. */
  total: () => number;
  /** Bytes of a part sent so far; a retried part starts over. */
  set: (part: number, bytes: number) => void;
  /** Bytes per second over the last seconds; 0 while there is too little data. */
  speed: () => number;
  /** Resets the speed, not the bytes: a pause must not count as slowness. */
  rest: () => void;
};

/** Adds up the bytes of parts sent in parallel, and measures the speed. */
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
