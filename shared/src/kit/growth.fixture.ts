declare const process: { cpuUsage: () => { user: number; system: number } };

/** Processor time of this process in milliseconds: what else the machine does is not in it. */
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

/** Milliseconds too few to compare. */
const negligibleMs = 20;

/**
 * Whether work grows in proportion to its input: for four times as much it takes four times the work, and sixteen times when
 * it grows with the square. The least of three runs counts, as a collection of garbage may fall into one.
 */
export function isLinear(work: (length: number) => void, length: number): boolean {
  const long = fastest(() => work(length));
  return long < negligibleMs || long < 10 * fastest(() => work(Math.ceil(length / 4)));
}
