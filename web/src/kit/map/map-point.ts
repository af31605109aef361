export type MapPoint = { longitude: number; latitude: number };
/** The visible part of the grid: its centre, and half its height in degrees. */
export type MapWindow = { middle: MapPoint; half: number };

const digits = 6;
/** The grid is twice as wide as it is high. */
export const widthToHeight = 2;

/** Parses `longitude,latitude`; null when invalid. */
export function readMapPoint(text: unknown): MapPoint | null {
  const match = typeof text === 'string' ? /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(text) : null;
  return match ? { longitude: Number(match[1]), latitude: Number(match[2]) } : null;
}

const within = (value: number, limit: number): number =>
  Math.min(limit, Math.max(-limit, Number(value.toFixed(digits))));

/** The point in its stored form, clamped to the globe, to six digits: a tenth of a metre. */
export const writeMapPoint = ({ longitude, latitude }: MapPoint): string =>
  `${within(longitude, 180)},${within(latitude, 90)}`;

/** Converts a grid position, `x` and `y` from 0 to 1 and downwards, to a point. */
export function pointAt({ middle, half }: MapWindow, x: number, y: number): MapPoint {
  return {
    longitude: middle.longitude + (x - 0.5) * 2 * half * widthToHeight,
    latitude: middle.latitude + (0.5 - y) * 2 * half,
  };
}

/** The grid position of a point; outside 0 to 1 when it is not visible. */
export function placeOf({ middle, half }: MapWindow, { longitude, latitude }: MapPoint): { x: number; y: number } {
  return {
    x: (longitude - middle.longitude) / (2 * half * widthToHeight) + 0.5,
    y: 0.5 - (latitude - middle.latitude) / (2 * half),
  };
}
