/** Returns random numbers from 0 to 1. */
export type RandomNumber = () => number;

export type Size = { width: number; height: number };

type Palette = { sky: [string, string, string]; light: string; hills: [string, string, string]; glow: string };

const palettes: readonly Palette[] = [
  {
    sky: ['#f9d9a8', '#f6b08a', '#b98ab0'],
    light: '#fff3d1',
    hills: ['#9c7aa6', '#6d5b8f', '#43406b'],
    glow: '#ffe9b8',
  },
  {
    sky: ['#cfeaf5', '#9fd3ea', '#6fb3d9'],
    light: '#fffbe6',
    hills: ['#8cc0a4', '#5a9c7c', '#2f6f5b'],
    glow: '#ffffff',
  },
  {
    sky: ['#243b6b', '#3a4f8a', '#7b6fa8'],
    light: '#f4efd8',
    hills: ['#4a4f86', '#333a6b', '#20264d'],
    glow: '#dfe4ff',
  },
  {
    sky: ['#fde3d4', '#f7c3b8', '#d994a6'],
    light: '#fff5ea',
    hills: ['#c98a8f', '#9b5f76', '#63405c'],
    glow: '#fff0e0',
  },
  {
    sky: ['#e3f1e6', '#b9dcd0', '#82b8b7'],
    light: '#fdfbea',
    hills: ['#7fae9f', '#4d857f', '#2b5b60'],
    glow: '#f4fff8',
  },
];

const between = (random: RandomNumber, low: number, high: number): number => low + random() * (high - low);
const round = (value: number): string => value.toFixed(1);
const pick = <T>(random: RandomNumber, list: readonly T[]): T => {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('the list is empty');
  return item;
};
const repeat = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

/** A ridge from edge to edge: the sum of three waves, filled to the bottom. */
function ridge(
  random: RandomNumber,
  { width, height }: Size,
  { base, rise, fill }: { base: number; rise: number; fill: string },
): string {
  const waves = [1, 2.3, 5.1].map((turns) => ({ turns, phase: random() * 2 * Math.PI, share: 1 / turns }));
  const step = width / 40;
  const line = Array.from({ length: 41 }, (_, index) => {
    const lift = waves.reduce(
      (sum, { turns, phase, share }) => sum + share * Math.sin((index / 40) * turns * 2 * Math.PI + phase),
      0,
    );
    return `L${round(index * step)} ${round(base - (lift * rise) / 2)}`;
  });
  return `<path fill="${fill}" d="M0 ${height}${line.join('')}L${width} ${height}Z"/>`;
}

function cloud(random: RandomNumber, { width, height }: Size, fill: string): string {
  const [x, y] = [between(random, 0, width), between(random, height * 0.08, height * 0.42)];
  const puffs = repeat(5, (index) => {
    const reach = between(random, height * 0.04, height * 0.085);
    const centre = `cx="${round(x + (index - 2) * reach * 1.25)}" cy="${round(y - (index % 2) * reach * 0.5)}"`;
    return `<ellipse ${centre} rx="${round(reach * 1.5)}" ry="${round(reach)}"/>`;
  });
  return `<g fill="${fill}" opacity="${between(random, 0.35, 0.7).toFixed(2)}">${puffs}</g>`;
}

function tree(random: RandomNumber, { width, height }: Size, fill: string): string {
  const [x, foot, tall] = [
    between(random, 0, width),
    between(random, height * 0.86, height * 1.02),
    between(random, height * 0.1, height * 0.24),
  ];
  const tiers = repeat(3, (index) => {
    const [top, half] = [foot - tall + (index * tall) / 4, (tall * (index + 1.6)) / 12];
    return `<path d="M${round(x)} ${round(top)}l${round(half)} ${round(tall / 2.2)}h${round(-2 * half)}Z"/>`;
  });
  return `<g fill="${fill}">${tiers}</g>`;
}

function birds(random: RandomNumber, { width, height }: Size, stroke: string): string {
  const [x, y] = [between(random, width * 0.15, width * 0.75), between(random, height * 0.12, height * 0.35)];
  return repeat(3, (index) => {
    const [left, top, span] = [x + index * width * 0.045, y + (index % 2) * height * 0.05, width * 0.014];
    const wing = `q${round(span / 2)} ${round(-span)} ${round(span)} 0`;
    return `<path fill="none" stroke="${stroke}" stroke-width="${round(width / 250)}" d="M${round(left)} ${round(top)}${wing}${wing}"/>`;
  });
}

/** Barely visible specks that make every picture different. */
function grain(random: RandomNumber, { width, height }: Size): string {
  return repeat(90, () => {
    const place = `cx="${round(random() * width)}" cy="${round(random() * height)}"`;
    return `<circle ${place} r="${round(between(random, 0.4, width / 160))}" fill="#fff" opacity="${between(random, 0.05, 0.18).toFixed(2)}"/>`;
  });
}

/** A random landscape as SVG content: sky, sun or moon, clouds, ridges, trees and birds. */
export function drawScene(random: RandomNumber, size: Size): string {
  const { width, height } = size;
  const { sky, light, hills, glow } = pick(random, palettes);
  const sun = `cx="${round(between(random, width * 0.12, width * 0.88))}" cy="${round(between(random, height * 0.14, height * 0.42))}"`;
  const reach = between(random, height * 0.07, height * 0.13);
  const stops = sky.map((color, index) => `<stop offset="${index / 2}" stop-color="${color}"/>`).join('');
  const ridges = hills.map((fill, index) =>
    ridge(random, size, { base: height * (0.58 + index * 0.15), rise: height * (0.3 - index * 0.07), fill }),
  );
  return [
    `<defs><linearGradient id="sky" x2="0" y2="1">${stops}</linearGradient>`,
    `<radialGradient id="glow"><stop offset="0" stop-color="${glow}" stop-opacity=".9"/>`,
    `<stop offset="1" stop-color="${glow}" stop-opacity="0"/></radialGradient></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#sky)"/>`,
    `<circle ${sun} r="${round(reach * 3)}" fill="url(#glow)"/><circle ${sun} r="${round(reach)}" fill="${light}"/>`,
    repeat(3, () => cloud(random, size, glow)),
    birds(random, size, hills[2]),
    ...ridges,
    repeat(9, () => tree(random, size, hills[2])),
    grain(random, size),
  ].join('');
}
