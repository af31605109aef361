import { chancesOf } from './generate-cover.ts';

export const FRAME = { width: 1280, height: 720 };
export const DIGIT = { width: 76, height: 128 };
export const RING = { size: 264, columns: 8, steps: 48 };
/** Positions of the moving parts. */
export const PLACES = {
  clock_x: 118,
  clock_y: 300,
  colon_width: 44,
  ring_x: 870,
  ring_y: 228,
  bar_y: 664,
  bar_x: 118,
  bar_width: 1044,
};

export type Disc = {
  size: number;
  x: number;
  y: number;
  reach_x: number;
  reach_y: number;
  period_sec: number;
  phase: number;
};

/** The drawings of one clip, as SVG, and how its discs drift. */
export type Scene = {
  background: string;
  digits: string;
  ring: string;
  bar: string;
  discs: { svg: string; drift: Disc }[];
};

const CLOCK_STROKE = 10;
/** The label is drawn at a quarter of the size, where thin strokes would look broken. */
const LABEL_STROKE = 15;
const DISC_X = [80, 620, 330];
const DISC_Y = [330, 380, 30];

/** The seven segments of a digit, clockwise from the top, the middle one last. */
const SEGMENTS: Record<string, string> = {
  '0': 'abcdef',
  '1': 'bc',
  '2': 'abged',
  '3': 'abgcd',
  '4': 'fgbc',
  '5': 'afgcd',
  '6': 'afgedc',
  '7': 'abc',
  '8': 'abcdefg',
  '9': 'abcdfg',
  '-': 'g',
};

/** Designs a clip; the same hue, seed and label give the same drawings. */
export function designScene(hue: number, seed: string, label: string): Scene {
  const chances = chancesOf(seed);
  return {
    background: background(hue, chances, label),
    digits: digitSheet(),
    ring: ringSheet(hue),
    bar: barSvg(hue),
    discs: driftingDiscs(hue, chances),
  };
}

function background(hue: number, chances: number[], label: string): string {
  const { width, height } = FRAME;
  const [tilt = 0.5, spread = 0.5] = chances;
  const dots = Array.from(
    { length: 9 * 5 },
    (_, index) =>
      `<circle cx="${700 + (index % 9) * 62}" cy="${120 + Math.floor(index / 9) * 118}" r="2.4" fill="#fff" opacity="0.1"/>`,
  );
  const colon = `<g fill="#fff" opacity="0.9"><circle cx="${colonX()}" cy="${PLACES.clock_y + 42}" r="8"/><circle cx="${colonX()}" cy="${PLACES.clock_y + 86}" r="8"/></g>`;
  const ring = { x: PLACES.ring_x + RING.size / 2, y: PLACES.ring_y + RING.size / 2 };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
    <linearGradient id="g" x1="0" y1="${tilt * 0.5}" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue},48%,30%)"/><stop offset="1" stop-color="hsl(${hue + 30 + spread * 24},52%,17%)"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#g)"/>${dots.join('')}
    <circle cx="${ring.x}" cy="${ring.y}" r="188" fill="none" stroke="#fff" stroke-opacity="0.09" stroke-width="1.5"/>
    <circle cx="${ring.x}" cy="${ring.y}" r="240" fill="none" stroke="#fff" stroke-opacity="0.06" stroke-width="1.5"/>
    <circle cx="${ring.x}" cy="${ring.y}" r="${RING.size / 2 - 14}" fill="hsl(${hue},50%,14%)" fill-opacity="0.35" stroke="#fff" stroke-opacity="0.16" stroke-width="14"/>
    ${labelSvg(label, hue)}${colon}
    <rect x="${PLACES.bar_x}" y="${PLACES.bar_y}" width="${PLACES.bar_width}" height="6" rx="3" fill="#fff" opacity="0.14"/></svg>`;
}

function colonX(): number {
  return PLACES.clock_x + DIGIT.width * 2 + PLACES.colon_width / 2;
}

/** Digits and dashes of the label, small, in a pill above the clock; characters without segments are omitted. */
function labelSvg(label: string, hue: number): string {
  const characters = [...label].filter((character) => character in SEGMENTS).slice(0, 8);
  if (characters.length === 0) return '';
  const width = characters.length * 24 + 44;
  const digits = characters.map(
    (character, index) =>
      `<g transform="translate(${22 + index * 24} 14) scale(0.27)">${digitPath(character, LABEL_STROKE)}</g>`,
  );
  return `<g transform="translate(${PLACES.clock_x} 206)"><rect width="${width}" height="62" rx="31" fill="hsl(${hue + 10},60%,62%)" fill-opacity="0.32"/>${digits.join('')}</g>`;
}

function digitSheet(): string {
  const digits = Array.from(
    { length: 10 },
    (_, index) => `<g transform="translate(${index * DIGIT.width} 0)">${digitPath(String(index), CLOCK_STROKE)}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${DIGIT.width * 10}" height="${DIGIT.height}">${digits.join('')}</svg>`;
}

/** One digit as rounded strokes; segments that are off stay faintly visible, as on a clock. */
function digitPath(character: string, stroke: number): string {
  const on = SEGMENTS[character] ?? '';
  const lines: Record<string, string> = {
    a: 'M18 10H58',
    b: 'M64 17V57',
    c: 'M64 71V111',
    d: 'M18 118H58',
    e: 'M12 71V111',
    f: 'M12 17V57',
    g: 'M18 64H58',
  };
  const strokes = Object.entries(lines).map(
    ([name, line]) => `<path d="${line}" opacity="${on.includes(name) ? 0.96 : 0.07}"/>`,
  );
  return `<g stroke="#fff" stroke-width="${stroke}" stroke-linecap="round" fill="none">${strokes.join('')}</g>`;
}

/** Every state of the progress ring, row by row. */
function ringSheet(hue: number): string {
  const { size, columns, steps } = RING;
  const radius = size / 2 - 14;
  const length = 2 * Math.PI * radius;
  const cells = Array.from({ length: steps }, (_, step) => {
    const x = (step % columns) * size + size / 2;
    const y = Math.floor(step / columns) * size + size / 2;
    const done = (length * (step + 1)) / steps;
    return `<circle r="${radius}" transform="translate(${x} ${y}) rotate(-90)" stroke-dasharray="${done} ${length}"/>`;
  });
  const strokes = `<g fill="none" stroke="hsl(${hue + 20},85%,74%)" stroke-width="14" stroke-linecap="round">${cells.join('')}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size * columns}" height="${size * Math.ceil(steps / columns)}">${strokes}</svg>`;
}

/** A full bar followed by the same width of empty space: a window sliding over both shows the bar growing. */
function barSvg(hue: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PLACES.bar_width * 2}" height="6"><rect width="${PLACES.bar_width}" height="6" rx="3" fill="hsl(${hue + 20},85%,74%)"/></svg>`;
}

function driftingDiscs(hue: number, chances: number[]): Scene['discs'] {
  return [260, 340, 200].map((size, index) => {
    const [x = 0.5, y = 0.5, phase = 0.5, tint = 0.5] = chances.slice(4 + index * 4);
    const drift = {
      size,
      phase: phase * 6.28,
      period_sec: 19 + index * 7,
      reach_x: 90 + tint * 60,
      reach_y: 46,
      x: (DISC_X[index] ?? 0) + x * 120,
      y: (DISC_Y[index] ?? 0) + y * 40,
    };
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><circle cx="${size / 2}" cy="${size / 2}" r="${size / 2 - 1}" fill="hsl(${hue - 20 + tint * 70},64%,60%)" fill-opacity="0.16"/></svg>`;
    return { svg, drift };
  });
}
