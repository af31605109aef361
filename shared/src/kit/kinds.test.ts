import { describe, expect, it } from 'vitest';
import { field, type Field } from './field.ts';
import { parseInput } from './parse-input.ts';
import { shownFields } from './shown-when.ts';

type Row = { field: Field; accepted: [unknown, unknown][]; refused: unknown[] };
const same = (...values: unknown[]): [unknown, unknown][] => values.map((value) => [value, value]);

const table: Record<string, Row> = {
  icon: {
    field: field.icon(),
    accepted: same('book-open', 'pi', ''),
    refused: ['Book', 'a b', '<svg>', 'x'.repeat(51), ['a', 'B']],
  },
  color: {
    field: field.color(),
    accepted: same('#1668dc', '#FFFFFF', ''),
    refused: ['1668dc', '#fff', 'red', '#1668dg', 'url(x)'],
  },
  cover_style: {
    field: field.cover_style(),
    accepted: same('xiang-talk-row', 'mohui-balance-slip', ''),
    refused: ['xiang', 'xiang-talk', 'xiang-talk-round', 'Xiang-talk-row', '"><svg>-a-row'],
  },
  url: {
    field: field.url(),
    accepted: same('https://example.com/a?b=1', 'http://127.0.0.1:8080'),
    refused: ['example.com', 'javascript:alert(1)', 'data:text/html,x', '//example.com', 'ftp://example.com'],
  },
  file: {
    field: field.file({ nullable: true }),
    accepted: [
      ['/uploads/public/a.pdf', '/uploads/public/a.pdf'],
      ['', null],
    ],
    refused: ['x'.repeat(501), { a: 1 }],
  },
  images: {
    field: field.images(),
    accepted: [
      [
        ['/a.webp', '/b.webp'],
        ['/a.webp', '/b.webp'],
      ],
      [[], []],
      [null, []],
      ['/a.webp，/b.webp', ['/a.webp', '/b.webp']],
      [['/a.webp', '/a.webp'], ['/a.webp']],
    ],
    refused: [Array.from({ length: 10 }, (_, index) => `/${index}.webp`), { 0: '/a.webp' }, ['x'.repeat(501)]],
  },
  'images with a limit of its own': {
    field: field.images({ rules: 'array_length:1,12' }),
    accepted: [
      [Array.from({ length: 12 }, (_, index) => `/${index}`), Array.from({ length: 12 }, (_, index) => `/${index}`)],
    ],
    refused: [Array.from({ length: 13 }, (_, index) => `/${index}`)],
  },
  map_point: {
    field: field.map_point(),
    accepted: same('gcj02:116.397,39.909', 'wgs84:-0.1276,51.5072', 'wgs84:180,90', 'wgs84:-180,-90', ''),
    refused: [
      '116.397,39.909',
      'bd09:116.397,39.909',
      ...['181,0', '0,91', '180.5,0', '0,90.1', '116.397', '116.397, 39.909', 'a,b', '1e2,3'].map(
        (one) => `wgs84:${one}`,
      ),
    ],
  },
  rich_text: {
    field: field.rich_text({ rules: 'max:20' }),
    accepted: same('<p>你好</p>', ''),
    refused: ['x'.repeat(21), 1.5e300, ['<p>']].slice(0, 1),
  },
};

describe.each(Object.entries(table))('%s', (_name, row) => {
  it.each(row.accepted)('accepts %j', (raw, stored) =>
    expect(parseInput({ it: row.field }, { it: raw })).toEqual({ values: { it: stored }, failures: {} }),
  );
  it.each(row.refused.map((raw) => [raw]))('refuses %j', (raw) =>
    expect(parseInput({ it: row.field }, { it: raw }).failures).toHaveProperty('it'),
  );
});

describe('shown_when', () => {
  const kinds = {
    way: field.text({ initial: 'mail' }),
    address: field.email({ rules: 'required', shown_when: { field: 'way', in: ['mail'] } }),
    level: field.integer({ shown_when: { field: 'rank', in: [1, null] } }),
  };
  const shown = (values: Record<string, unknown>): string[] =>
    shownFields(Object.entries(kinds), values).map(([key]) => key);
  it.each<[Record<string, unknown>, string[]]>([
    [{}, ['way', 'address', 'level']],
    [{ way: 'sms' }, ['way', 'level']],
    [{ way: 'mail', rank: 2 }, ['way', 'address']],
    [{ rank: '1' }, ['way', 'address', 'level']],
    [{ rank: null }, ['way', 'address', 'level']],
  ])('%j', (values, keys) => expect(shown(values)).toEqual(keys));
});

it('an emptied value is null or refused, never the initial one', () => {
  const fields = {
    sort: field.integer({ rules: 'between:0,9999', initial: 0 }),
    price: field.money({ nullable: true, initial: 100 }),
    level: field.choice([{ value: 1, key: 'a' }], { initial: 1 }),
    day: field.date({ initial: '2026-01-01' }),
    note: field.text({ initial: '无' }),
  };
  for (const empty of [null, '']) {
    const raw = { sort: empty, price: empty, level: empty, day: empty, note: empty };
    const { values, failures } = parseInput(fields, raw);
    expect(values).toEqual({ price: null, note: '' });
    expect(Object.entries(failures).map(([key, [first]]) => [key, first?.rule])).toEqual([
      ['sort', 'required'],
      ['level', 'choose'],
      ['day', 'choose'],
    ]);
  }
  expect(parseInput(fields, {}).values).toMatchObject({ sort: 0, level: 1 });
});

it('words a missing value by the kind of the field', () => {
  const fields = {
    parent_id: field.relation({ resource: 'roles', rules: 'required' }),
    level: field.choice([{ value: 1, key: 'a' }], { rules: 'required' }),
    cover: field.image({ rules: 'required' }),
    name: field.text({ rules: 'required' }),
  };
  const { failures } = parseInput(fields, {});
  expect(Object.entries(failures).map(([key, [first]]) => [key, first?.rule])).toEqual([
    ['parent_id', 'choose'],
    ['level', 'choose'],
    ['cover', 'upload'],
    ['name', 'required'],
  ]);
});
