/** Start of the first unseen interval; null when everything was seen. */
export function firstGap(stretches: readonly (readonly number[])[], duration: number): number | null {
  let end = 0;
  for (const [from = 0, to = 0] of stretches) {
    if (from > end) break;
    end = Math.max(end, to);
  }
  return end < duration ? end : null;
}
