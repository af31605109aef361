import { expect, it } from 'vitest';
import { placeOf, pointAt } from './map-window.ts';

it('converts a grid position to a point and back', () => {
  const view = { middle: { longitude: 104.5, latitude: 36 }, half: 18 };
  const point = pointAt(view, 0.25, 0.75);
  expect(point).toEqual({ longitude: 86.5, latitude: 27 });
  expect(placeOf(view, point)).toEqual({ x: 0.25, y: 0.75 });
});
