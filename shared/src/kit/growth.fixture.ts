declare const process: { cpuUsage: () => { user: number; system: number } };

/** Processor time of this process in milliseconds: what else the machine does is not in it. */
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const least = (work: () => void): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const start = spent();
      work();
      return spent() - start;
    }),
  );

/** Milliseconds too few to compare. */
const nothing = 20;

/**
 * Whether work grows in proportion to its input: for four times as much it takes four times the work, and sixteen times when
 * it grows with the square. The least of three runs counts, as a collection of garbage may fall into one.
 */
export function isProportional(work: (length: number) => void, length: number): boolean {
  const long = least(() => work(length));
  return long < nothing || long < 10 * least(() => work(Math.ceil(length / 4)));
}
