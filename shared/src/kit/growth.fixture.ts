declare const process: { cpuUsage: () => { user: number; system: number } };

/** CPU time of this process in milliseconds; other load on the machine does not affect it. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const fastest = (work: () => void): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const start = cpuMs();
      work();
      return cpuMs() - start;
    }),
  );

/** Times below this are too short to compare. */
const negligibleMs = 20;

/** How much longer the long input is. */
const factor = 8;
/** Between the work of linear growth, 8 times, and of quadratic growth, 64 times: as far from both, because a busy neighbour on the same core makes either run up to twice as slow. */
const limit = 22;

/**
 * Whether work grows linearly with its input. The fastest of three runs counts, because garbage collection may slow one down.
 */
export function isLinear(work: (length: number) => void, length: number): boolean {
  const long = fastest(() => work(length));
  return long < negligibleMs || long < limit * fastest(() => work(Math.ceil(length / factor)));
}
