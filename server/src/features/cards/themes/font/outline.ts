import { partsOf } from './glyph-parts.ts';
import type { Font } from './true-type.ts';

type Point = { x: number; y: number; on: boolean };

/** The deepest nesting of composites; stops loops in a broken font. */
const deepest = 5;

function readFlags(record: Buffer, start: number, count: number): { flags: number[]; end: number } {
  const flags: number[] = [];
  let at = start;
  while (flags.length < count) {
    const flag = record[at++] ?? 0;
    const times = flag & 8 ? 1 + (record[at++] ?? 0) : 1;
    for (let index = 0; index < times; index += 1) flags.push(flag);
  }
  return { flags, end: at };
}

/** Coordinates are deltas: one byte with its sign in the flag, two bytes, or unchanged. */
function readCoordinates(
  record: Buffer,
  start: number,
  { flags, short, same }: { flags: readonly number[]; short: number; same: number },
): { values: number[]; end: number } {
  let [at, value] = [start, 0];
  const values = flags.map((flag) => {
    if (flag & short) value += (flag & same ? 1 : -1) * (record[at++] ?? 0);
    else if (!(flag & same)) {
      value += record.readInt16BE(at);
      at += 2;
    }
    return value;
  });
  return { values, end: at };
}

function readContours(record: Buffer): Point[][] {
  const ends = Array.from({ length: record.readInt16BE(0) }, (_, index) => record.readUInt16BE(10 + 2 * index));
  const at = 10 + 2 * ends.length;
  const { flags, end } = readFlags(record, at + 2 + record.readUInt16BE(at), (ends.at(-1) ?? -1) + 1);
  const xs = readCoordinates(record, end, { flags, short: 2, same: 16 });
  const ys = readCoordinates(record, xs.end, { flags, short: 4, same: 32 });
  const points = flags.map((flag, index): Point => ({
    x: xs.values[index] ?? 0,
    y: ys.values[index] ?? 0,
    on: (flag & 1) === 1,
  }));
  return ends.map((last, index) => points.slice(index === 0 ? 0 : (ends[index - 1] ?? -1) + 1, last + 1));
}

function contoursOf(font: Font, glyph: number, depth = 0): Point[][] {
  const record = font.recordOf(glyph);
  if (record.length === 0 || depth > deepest) return [];
  if (record.readInt16BE(0) >= 0) return readContours(record);
  return partsOf(record).flatMap(({ glyph: part, matrix: [a, b, c, d], dx, dy }) =>
    contoursOf(font, part, depth + 1).map((contour) =>
      contour.map(({ x, y, on }) => ({ x: a * x + c * y + dx, y: b * x + d * y + dy, on })),
    ),
  );
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, on: true });
/** With y pointing down, as in SVG. */
const write = ({ x, y }: Point): string => `${Math.round(x)} ${Math.round(-y)}`;

/** Between two control points the font omits the on-curve midpoint. */
function pathOf(contour: readonly Point[]): string {
  const [first, last] = [contour[0], contour.at(-1)];
  if (!first || !last) return '';
  const start = first.on ? first : last.on ? last : middle(first, last);
  const steps = [`M${write(start)}`];
  const rest = first.on ? contour.slice(1) : contour;
  rest.forEach((point, index) => {
    if (point.on) {
      if (!(rest[index - 1] && rest[index - 1]?.on === false)) steps.push(`L${write(point)}`);
      return;
    }
    const next = rest[index + 1] ?? start;
    steps.push(`Q${write(point)} ${write(next.on ? next : middle(point, next))}`);
  });
  return `${steps.join('')}Z`;
}

/** The outline of a glyph as an SVG path in em units, on the baseline, with y pointing down. */
export function outlineOf(font: Font, glyph: number): string {
  return contoursOf(font, glyph).map(pathOf).join('');
}
