import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { themes } from '@kaike/shared/domain/constants';
import { coloursOf } from '../../ui/theme-colours.ts';
import { fixed } from './antd-colours.ts';

// Every theme in both modes: text, links, primary buttons and tags reach 4.5:1 on each background they are used on (WCAG 2.2 AA).

const required = 4.5;
/** Of shapes and edges that say something. */
const requiredOfShapes = 3;
const modes = ['light', 'dark'] as const;
type Mode = (typeof modes)[number];
type Variables = Readonly<Record<string, string>>;

const read = (path: string): string =>
  readFileSync(new URL(path, import.meta.url), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
const rulesOf = (css: string): [string, string][] =>
  [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => [selector.trim(), body]);
const variablesIn = (body: string): Variables =>
  Object.fromEntries(
    [...body.matchAll(/(--[\w-]+):\s*([^;]+)/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  );

const tokenRules = rulesOf(read('../../ui/tokens.css'));
const tagRules = rulesOf(read('../../areas/admin/styles/tags.css')).filter(([selector]) =>
  selector.includes('.kk-tag-'),
);

function applies(selector: string, theme: string, mode: Mode): boolean {
  if (selector === ':root') return true;
  const conditions = [...selector.matchAll(/\[data-(theme|mode)([\^$]?)='([^']+)'\]/g)];
  return conditions.every(([, what, how, text = '']) => {
    const value = what === 'theme' ? theme : mode;
    return how === '^' ? value.startsWith(text) : how === '$' ? value.endsWith(text) : value === text;
  });
}

/** Token selectors increase in specificity through the file, so the later one wins. */
const tokensOf = (theme: string, mode: Mode): Variables =>
  Object.assign(
    {},
    ...tokenRules.filter(([selector]) => applies(selector, theme, mode)).map(([, body]) => variablesIn(body)),
  ) as Variables;

function channels(colour: string): number[] {
  const digits = colour.replace('#', '');
  const whole = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(whole.slice(at, at + 2), 16) / 255);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['--bg', '--surface', '--field', '--sunken'];
const softened = ['primary', 'danger', 'success', 'warning', 'info', 'purple'];
/** Which colour is used on which background. */
const pairs: [string, string][] = [
  ...grounds.flatMap((ground): [string, string][] => [
    ['--text', ground],
    ['--text-2', ground],
    ['--primary', ground],
    ['--danger', ground],
    ['--success', ground],
    ['--warning', ground],
    ['--mark', ground],
  ]),
  ...softened.map((name): [string, string] => [`--${name}`, `--${name}-soft`]),
  ['--mark', '--mark-soft'],
  ['--text', '--primary-soft'],
  ['--text', '--wash'],
  ['--on-primary', '--primary'],
];

/** Which shape or edge stands on which background: the tick on a full square, the edge of a field. */
const shapes: [string, string][] = [
  ['--mark', '--wash'],
  ['--edge', '--bg'],
  ['--edge', '--surface'],
  ['--edge', '--field'],
  ['--primary', '--bg'],
  ['--primary', '--surface'],
];

const everyLook = themes.flatMap((theme) => modes.map((mode) => [theme, mode] as const));

describe.each(everyLook)('%s, %s', (theme, mode) => {
  const tokens = tokensOf(theme, mode);
  const of = (name: string): string => tokens[name] ?? '';

  it('text, links, notices and primary buttons are readable', () => {
    const below = (least: number, list: readonly [string, string][]) =>
      list
        .map(([on, ground]) => ({ on, ground, ratio: contrast(of(on), of(ground)) }))
        .filter(({ ratio }) => !(ratio >= least));
    expect([...below(required, pairs), ...below(requiredOfShapes, shapes)]).toEqual([]);
  });

  it('what the school writes has another colour than what the learner writes', () => {
    expect(of('--mark')).not.toBe(of('--primary'));
    expect(of('--mark') === tokensOf('blue', mode)['--primary']).toBe(theme.startsWith('red'));
  });

  it('the widgets of the back office have the same colours, and are readable', () => {
    const { primary, soft, bright, dim, on } = coloursOf(theme);
    const [own, ground, onOwn] = mode === 'dark' ? [bright, dim, on] : [primary, soft, '#fff'];
    expect([own, ground, onOwn]).toEqual([of('--primary'), of('--primary-soft'), of('--on-primary')]);
    const { success, error, placeholder, description, container, elevated, border, edge, on_error } = fixed[mode];
    const short = (colour: string): string => (colour === '#ffffff' ? '#fff' : colour);
    expect([success, error, description, short(container), border, edge]).toEqual(
      ['--success', '--danger', '--text-2', '--surface', '--border', '--edge'].map(of),
    );
    for (const text of [success, error, placeholder, description, own])
      for (const below of [container, elevated])
        expect(contrast(text, below), `${text} on ${below}`).toBeGreaterThanOrEqual(required);
    for (const [text, filled] of [
      [onOwn, own],
      [on_error, error],
    ] as const)
      expect(contrast(text, filled), `a button of ${filled}`).toBeGreaterThanOrEqual(required);
  });
});

describe.each(modes)('tags, %s', (mode) => {
  const tags = [
    ...new Set(
      tagRules.flatMap(([selector]) => [...selector.matchAll(/\.kk-tag-(\w+)/g)].map(([, name = '']) => name)),
    ),
  ];

  it.each(tags)('%s is readable', (tag) => {
    const own = tagRules.filter(([selector]) =>
      selector.split(',').some((one) => one.includes(`.kk-tag-${tag}`) && applies(one, 'blue', mode)),
    );
    const { '--tag-bg': ground, '--tag-text': text } = Object.assign(
      {},
      ...own.map(([, body]) => variablesIn(body)),
    ) as Variables;
    for (const theme of themes) {
      const tokens = tokensOf(theme, mode);
      const below = ground === undefined || ground === 'transparent' ? (tokens['--surface'] ?? '') : ground;
      expect(contrast(text ?? tokens['--text'] ?? '', below), `${theme}: ${text} on ${below}`).toBeGreaterThanOrEqual(
        required,
      );
    }
  });

  it('covers the tags of the specification', () => expect(tags.length).toBeGreaterThanOrEqual(8));
});

it('a count in a primary button has the colour of its text', () => {
  const notes = rulesOf(read('../../areas/admin/styles/notes.css'));
  expect(notes.find(([selector]) => selector === '.ant-btn-primary .kk-count')?.[1]).toContain('color: inherit');
});

it('detects a colour that is too pale', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
  expect(contrast('#5087dc', '#ffffff')).toBeLessThan(required);
});
