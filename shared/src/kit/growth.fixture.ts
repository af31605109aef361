const quickest = (work: () => void): number => Math.min(...[1, 2, 3].map(() => {
  const start = Date.now();
  work();
  return Date.now() - start;
}));

/** Milliseconds too few to compare. */
const nothing = 20;

/**
 * Whether work grows in proportion to its input: for four times as much it takes four times as long, and sixteen times when
 * it grows with the square. The quickest of three runs counts, as the machine has other work.
 */
export function isProportional(work: (length: number) => void, length: number): boolean {
  const long = quickest(() => work(length));
  return long < nothing || long < 10 * quickest(() => work(Math.ceil(length / 4)));
}
