/** The watched bitmap is a bitmap of cells, each this many seconds long; the last cell of a lesson may be shorter. */
export const cellSeconds = 5;

/** From and to, in seconds of the lesson. */
export type Interval = readonly [from: number, to: number];

/** Number of cells of a lesson of that many seconds. */
export function cellCount(duration: number): number {
  return Number.isFinite(duration) && duration > 0 ? Math.ceil(duration / cellSeconds) : 0;
}

/** Length of the cell in seconds. */
export function cellLength(cell: number, duration: number): number {
  return Math.max(0, Math.min(cellSeconds, duration - cell * cellSeconds));
}

export function isSeen(bitmap: Uint8Array, cell: number): boolean {
  return ((bitmap[cell >> 3] ?? 0) & (1 << (cell & 7))) !== 0;
}

/** Marks the cell, modifying the bitmap in place. */
export function setSeen(bitmap: Uint8Array, cell: number): void {
  bitmap[cell >> 3] = (bitmap[cell >> 3] ?? 0) | (1 << (cell & 7));
}

/** A copy of the right size for the lesson, whatever the size of the stored bitmap. */
export function copyBitmap(bitmap: Uint8Array, duration: number): Uint8Array {
  const copy = new Uint8Array(Math.ceil(cellCount(duration) / 8));
  copy.set(bitmap.subarray(0, copy.length));
  return copy;
}

/** First and last cell covered at least half by the interval; last < first when there is none. */
export function cellsOf([from, to]: Interval, duration: number): { first: number; last: number } {
  const end = Math.min(to, duration);
  const first = Math.max(0, Math.floor(from / cellSeconds));
  const last = Math.min(cellCount(duration) - 1, Math.floor(end / cellSeconds));
  const covers = (cell: number): boolean => {
    const start = cell * cellSeconds;
    const length = cellLength(cell, duration);
    return length > 0 && Math.min(end, start + length) - Math.max(from, start) >= length / 2;
  };
  return { first: covers(first) ? first : first + 1, last: covers(last) ? last : last - 1 };
}

/** A copy of the bitmap with every cell marked that an interval covers at least half. Trusts the intervals. */
export function markIntervals(bitmap: Uint8Array, intervals: readonly Interval[], duration: number): Uint8Array {
  const marked = copyBitmap(bitmap, duration);
  for (const interval of intervals) {
    const { first, last } = cellsOf(interval, duration);
    for (let cell = first; cell <= last; cell += 1) setSeen(marked, cell);
  }
  return marked;
}

/** Seconds of the lesson seen at least once. */
export function seenSeconds(bitmap: Uint8Array, duration: number): number {
  let seconds = 0;
  for (let cell = 0; cell < cellCount(duration); cell += 1) {
    if (isSeen(bitmap, cell)) seconds += cellLength(cell, duration);
  }
  return seconds;
}

/** The intervals already seen, or with `seen` false those still missing, for the progress bar. */
export function watchedRanges(bitmap: Uint8Array, duration: number, wantsSeen = true): Interval[] {
  const intervals: [number, number][] = [];
  for (let cell = 0; cell < cellCount(duration); cell += 1) {
    if (isSeen(bitmap, cell) !== wantsSeen) continue;
    const [from, to] = [cell * cellSeconds, cell * cellSeconds + cellLength(cell, duration)];
    const before = intervals[intervals.length - 1];
    if (before && before[1] === from) before[1] = to;
    else intervals.push([from, to]);
  }
  return intervals;
}
