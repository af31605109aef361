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

/**
 * Whether work grows linearly with its input: four times the input takes four times the work, but sixteen times if growth
 * is quadratic. The fastest of three runs counts, because garbage collection may slow one down.
 */
export function isLinear(work: (length: number) => void, length: number): boolean {
  const long = fastest(() => work(length));
  return long < negligibleMs || long < 10 * fastest(() => work(Math.ceil(length / 4)));
}
