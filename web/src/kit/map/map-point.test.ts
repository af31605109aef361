import { expect, it } from 'vitest';
import { placeOf, pointAt, readMapPoint, writeMapPoint } from './map-point.ts';

it.each([
  ['116.397,39.909', { longitude: 116.397, latitude: 39.909 }],
  ['', null],
  ['a,b', null],
  [null, null],
])('reads %j', (text, point) => expect(readMapPoint(text)).toEqual(point));

it.each([
  [{ longitude: 116.3971234567, latitude: 39 }, '116.397123,39'],
  [{ longitude: 181, latitude: -91 }, '180,-90'],
])('writes %j inside the globe', (point, text) => expect(writeMapPoint(point)).toBe(text));

it('converts a grid position to a point and back', () => {
  const view = { middle: { longitude: 104.5, latitude: 36 }, half: 18 };
  const point = pointAt(view, 0.25, 0.75);
  expect(point).toEqual({ longitude: 86.5, latitude: 27 });
  expect(placeOf(view, point)).toEqual({ x: 0.25, y: 0.75 });
});
