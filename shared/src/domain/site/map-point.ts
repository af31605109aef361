/** What the numbers of a point refer to: the globe, or the shifted grid of maps of mainland China. */
export type Datum = 'wgs84' | 'gcj02';
export type Position = { longitude: number; latitude: number };
export type MapPoint = Position & { datum: Datum };

const digits = 6;
const axis = 6_378_245;
const eccentricity = 0.006_693_421_622_965_943;
const radians = Math.PI / 180;

/** The area inside which maps are shifted, as everybody draws it. */
const isShifted = ({ longitude, latitude }: Position): boolean =>
  longitude >= 72.004 && longitude <= 137.8347 && latitude >= 0.8293 && latitude <= 55.8271;

const waves = (x: number, parts: readonly (readonly [height: number, frequency: number])[]): number =>
  (parts.reduce((sum, [height, frequency]) => sum + height * Math.sin(x * frequency * Math.PI), 0) * 2) / 3;
const common = [
  [20, 6],
  [20, 2],
] as const;

/** How far a point of the globe is shifted, in degrees. */
function shiftOf({ longitude, latitude }: Position): Position {
  const [x, y] = [longitude - 105, latitude - 35];
  const root = Math.sqrt(Math.abs(x));
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * root +
    waves(x, common) +
    waves(y, [
      [20, 1],
      [40, 1 / 3],
    ]) +
    waves(y, [
      [160, 1 / 12],
      [320, 1 / 30],
    ]);
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * root +
    waves(x, common) +
    waves(x, [
      [20, 1],
      [40, 1 / 3],
    ]) +
    waves(x, [
      [150, 1 / 12],
      [300, 1 / 30],
    ]);
  const angle = latitude * radians;
  const magic = 1 - eccentricity * Math.sin(angle) ** 2;
  const meridian = (axis * (1 - eccentricity)) / magic ** 1.5;
  return {
    longitude: east / ((axis / Math.sqrt(magic)) * Math.cos(angle) * radians),
    latitude: north / (meridian * radians),
  };
}

function toGcj02(point: Position): Position {
  if (!isShifted(point)) return point;
  const shift = shiftOf(point);
  return { longitude: point.longitude + shift.longitude, latitude: point.latitude + shift.latitude };
}

/** The inverse, by approximation: to a hundredth of a millimetre. */
function toWgs84(point: Position): Position {
  if (!isShifted(point)) return point;
  let guess: Position = point;
  for (let step = 0; step < 10; step += 1) {
    const there = toGcj02(guess);
    guess = {
      longitude: guess.longitude - (there.longitude - point.longitude),
      latitude: guess.latitude - (there.latitude - point.latitude),
    };
  }
  return guess;
}

/** The same place in another datum; outside China both are the same. */
export function inDatum(point: MapPoint, datum: Datum): MapPoint {
  if (point.datum === datum) return point;
  return { ...(datum === 'gcj02' ? toGcj02(point) : toWgs84(point)), datum };
}

/** Parses `gcj02:longitude,latitude`; null when invalid. */
export function parseMapPoint(text: unknown): MapPoint | null {
  const match = typeof text === 'string' ? /^(wgs84|gcj02):(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(text) : null;
  return match
    ? { datum: match[1] === 'gcj02' ? 'gcj02' : 'wgs84', longitude: Number(match[2]), latitude: Number(match[3]) }
    : null;
}

const within = (value: number, limit: number): number =>
  Math.min(limit, Math.max(-limit, Number(value.toFixed(digits))));

/** The point in its stored form with its datum, clamped to the globe, to six digits: a tenth of a metre. */
export const writeMapPoint = ({ datum, longitude, latitude }: MapPoint): string =>
  `${datum}:${within(longitude, 180)},${within(latitude, 90)}`;
