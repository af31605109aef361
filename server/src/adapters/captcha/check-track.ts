const tolerancePx = 3;
const minMs = 300;
const maxMs = 15_000;
const minPoints = 10;
const maxPoints = 2000;
/** Rounding to whole pixels bends a straight line by half a pixel; no hand-drawn line stays within this distance of a straight one. */
const straightPx = 1;

type Point = readonly [time: number, x: number, y: number];

const isPoint = (value: unknown): value is Point =>
  Array.isArray(value) &&
  value.length === 3 &&
  value.every((part) => typeof part === 'number' && Number.isFinite(part));

function readTrack(raw: unknown): readonly Point[] | null {
  const isSized = Array.isArray(raw) && raw.length >= minPoints && raw.length <= maxPoints;
  return isSized && raw.every(isPoint) ? raw : null;
}

/** Whether the speed is constant from the first point to the last. */
function isStraight(track: readonly Point[], first: Point, last: Point): boolean {
  const [began, from] = first;
  const speed = (last[1] - from) / (last[0] - began);
  return track.every(([time, x]) => Math.abs(x - (from + speed * (time - began))) <= straightPx);
}

/** Whether a drag looks like one made by hand or with the arrow keys: long enough, in order, uneven, and ending at `x`. */
export function isHumanTrack(raw: unknown, x: number): boolean {
  const track = readTrack(raw);
  const [first, last] = [track?.[0], track?.at(-1)];
  if (!track || !first || !last) return false;
  const duration = last[0] - first[0];
  if (duration < minMs || duration > maxMs) return false;
  const isInOrder = track.every(([time], index) => index === 0 || time >= (track[index - 1]?.[0] ?? time));
  return isInOrder && Math.abs(last[1] - x) <= tolerancePx && !isStraight(track, first, last);
}

/** Whether the piece was dropped on the hole. */
export function isAligned(x: number, answer: number): boolean {
  return Math.abs(x - answer) <= tolerancePx;
}
