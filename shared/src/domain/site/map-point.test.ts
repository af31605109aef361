import { describe, expect, it } from 'vitest';
import vectors from '../../../../server/test/fakes/vectors/gcj02.json' with { type: 'json' };
import { inDatum, parseMapPoint, writeMapPoint, type MapPoint } from './map-point.ts';

const pointOf = ([longitude = 0, latitude = 0]: readonly number[], datum: MapPoint['datum']): MapPoint => ({
  longitude,
  latitude,
  datum,
});

describe.each(vectors.cases)('$name', ({ input, wgs84ToGcj02: shifted, gcj02ToWgs84: back }) => {
  it.each([
    ['wgs84', 'gcj02', shifted],
    ['gcj02', 'wgs84', back],
  ] as const)('from %s to %s', (from, to, expected) => {
    const got = inDatum(pointOf(input, from), to);
    expect(got.datum).toBe(to);
    expect(got.longitude).toBeCloseTo(expected[0] ?? 0, 6);
    expect(got.latitude).toBeCloseTo(expected[1] ?? 0, 6);
  });
});

it.each([
  ['gcj02:116.397,39.909', { longitude: 116.397, latitude: 39.909, datum: 'gcj02' }],
  ['116.397,39.909', null],
  ['', null],
  [null, null],
])('reads %j', (text, point) => expect(parseMapPoint(text)).toEqual(point));

it.each([
  [{ longitude: 116.3971234567, latitude: 39, datum: 'wgs84' }, 'wgs84:116.397123,39'],
  [{ longitude: 181, latitude: -91, datum: 'gcj02' }, 'gcj02:180,-90'],
] as const)('writes %j inside the globe', (point, text) => expect(writeMapPoint(point)).toBe(text));
