import { pickBySeed, seedOf } from './seeded-random.ts';
import { coverColors, type CoverColor } from './cover-colors.ts';

export const coverColorNames = Object.keys(coverColors) as CoverColor[];

/** Drawings beside a title. */
export const coverMotifs = [
  'sound',
  'talk',
  'hill',
  'circle',
  'letter',
  'balance',
  'map',
  'lines',
  'stairs',
  'rings',
  'blocks',
  'stage',
] as const;
export type CoverMotif = (typeof coverMotifs)[number];

/** `row`: the title from left to right; `slip`: from top to bottom on a slip of paper. */
export const coverLayouts = ['row', 'slip'] as const;
export type CoverLayout = (typeof coverLayouts)[number];

export type CoverStyle = { color: CoverColor; motif: CoverMotif; layout: CoverLayout };

/** These suit any subject; the others tell a story and are taken by word or by hand. */
const neutralMotifs: readonly CoverMotif[] = ['sound', 'circle', 'balance', 'map', 'stairs', 'rings', 'blocks', 'hill'];

/** Words of a title that choose its motif; the first match counts. Migration 0105 has the same list. */
const hints: readonly (readonly [RegExp, CoverMotif])[] = [
  [/邮件|书信|信函|email|letter/i, 'letter'],
  [/口语|对话|会话|演讲|沟通|开口|speaking|conversation/i, 'talk'],
  [/旅|地理|户外|travel/i, 'hill'],
  [/写|书法|楷|作文|语文|writing/i, 'lines'],
  [/少儿|小学|拼|几何|积木|思维|kids/i, 'blocks'],
  [/音|筝|琴|胡|歌|听力|music|listening/i, 'sound'],
  [/考|冲刺|证|级|exam/i, 'stairs'],
  [/剧|戏|舞|表演|drama/i, 'stage'],
  [/税|谈判|财|会计|法律|finance/i, 'balance'],
  [/会议|管理|团队|职场|meeting/i, 'circle'],
  [/语法|数据|编程|地图|grammar|python/i, 'map'],
];

/** The colour of a cover: of its stored style, else by its title. */
function colorOf(style: string, title: string): CoverColor {
  const color = style.split('-')[0];
  return coverColorNames.find((name) => name === color) ?? pickBySeed(title, 'cover', coverColorNames);
}

/** Longer titles do not fit on the slip. */
const maxSlipLength = 8;

const chooseMotif = (title: string): CoverMotif =>
  hints.find(([words]) => words.test(title))?.[1] ?? pickBySeed(title, 'motif', neutralMotifs);

/** Short Chinese titles stand on a slip now and then. */
const chooseLayout = (title: string): CoverLayout =>
  Array.from(title).length <= maxSlipLength && !/[A-Za-z0-9（(【]/.test(title) && seedOf(title) % 3 === 0
    ? 'slip'
    : 'row';

/** The style that follows from a title, with the colour chosen for it. */
export const styleOfTitle = (title: string, color: CoverColor): CoverStyle => ({
  color,
  motif: chooseMotif(title),
  layout: chooseLayout(title),
});

/** As stored: `xiang-talk-row`. */
export const writeCoverStyle = ({ color, motif, layout }: CoverStyle): string => `${color}-${motif}-${layout}`;

/** What is stored, completed by what follows from the title. */
export function parseCoverStyle(style: string, title: string): CoverStyle {
  const [, motif, layout] = style.split('-');
  const other = styleOfTitle(title, colorOf(style, title));
  return {
    color: other.color,
    motif: coverMotifs.find((name) => name === motif) ?? other.motif,
    layout: coverLayouts.find((name) => name === layout) ?? other.layout,
  };
}

/** The colour used least; among equals the next after the one that follows from the title. */
export function leastUsedColor(title: string, uses: ReadonlyMap<string, number>): CoverColor {
  const first = coverColorNames.indexOf(colorOf('', title));
  const order = [...coverColorNames.slice(first), ...coverColorNames.slice(0, first)];
  return order.reduce((best, color) => ((uses.get(color) ?? 0) < (uses.get(best) ?? 0) ? color : best));
}

const channelsOf = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** The cover colour nearest to `#rrggbb`. */
export function nearestCoverColor(hex: string): CoverColor {
  const channels = channelsOf(hex);
  const distance = (color: CoverColor): number =>
    channelsOf(coverColors[color]).reduce((sum, value, index) => sum + (value - (channels[index] ?? 0)) ** 2, 0);
  return coverColorNames.reduce((best, color) => (distance(color) < distance(best) ? color : best));
}
