/** Where the first stretch begins that nobody has seen yet; null when all of it was. */
export function firstGap(seen: readonly (readonly number[])[], duration: number): number | null {
  let end = 0;
  for (const [from = 0, to = 0] of seen) {
    if (from > end) break;
    end = Math.max(end, to);
  }
  return end < duration ? end : null;
}
