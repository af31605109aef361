import type { Position } from '@kaike/shared/domain/site/map-point';

/** The visible part of the grid: its centre, and half its height in degrees. */
export type MapWindow = { middle: Position; half: number };

/** The grid is twice as wide as it is high. */
const widthToHeight = 2;

/** Converts a grid position, `x` and `y` from 0 to 1 and downwards, to a point. */
export function pointAt({ middle, half }: MapWindow, x: number, y: number): Position {
  return {
    longitude: middle.longitude + (x - 0.5) * 2 * half * widthToHeight,
    latitude: middle.latitude + (0.5 - y) * 2 * half,
  };
}

/** The grid position of a point; outside 0 to 1 when it is not visible. */
export function placeOf({ middle, half }: MapWindow, { longitude, latitude }: Position): { x: number; y: number } {
  return {
    x: (longitude - middle.longitude) / (2 * half * widthToHeight) + 0.5,
    y: 0.5 - (latitude - middle.latitude) / (2 * half),
  };
}
