import type { FieldKind } from '@kaike/shared/kit/field';
import type { ListLayout } from '@kaike/shared/kit/list-layout';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';

/** A column's position on screen, in pixels. `offset` is the distance of a pinned one from its edge. */
export type PlacedColumn = {
  key: string;
  width: number;
  pin: 'left' | 'right' | null;
  offset: number;
  stretches: boolean;
};

export const checkWidth = 44;
export const menuWidth = 48;

const widths: Partial<Record<FieldKind, number>> = {
  id: 76,
  image: 76,
  date_time: 148,
  choice: 104,
  boolean: 84,
  integer: 96,
  decimal: 96,
  money: 112,
  duration: 104,
  bytes: 100,
  mobile: 132,
  date: 116,
};
const flexible: readonly FieldKind[] = ['text', 'long_text', 'relation', 'relations', 'tags'];
const narrowestText = 112;

const han = /\p{Script=Han}/u;
/** About the width of a text in pixels: Han characters are square, the others two thirds of that. */
const textWidth = (text: string, size: number): number =>
  [...text].reduce((sum, character) => sum + (han.test(character) ? size : size * 0.66), 0);

/** Padding of a cell, and a tag's own with its dot. */
const [cellPadding, tagPadding, arrowWidth] = [16, 20, 14];

/** The text of a column: its heading, and the labels of its choices. */
export type ColumnText = { heading: string; labels: readonly string[] };

type Size = { key: string; least: number; width: number };

/** What a column needs: never less than its heading and its widest tag. A text may be shortened. */
function sizeOf(
  { fields, list }: ResourceDefinition,
  key: string,
  { index, own, text }: { index: number; own: number | undefined; text: ColumnText },
): Size {
  if (own) return { key, least: own, width: own };
  const kind = fields[key]?.kind ?? 'text';
  const usual = widths[kind] ?? (index < 2 ? 180 : 136);
  const heading = textWidth(text.heading, 13) + cellPadding + (list.sort?.includes(key) ? arrowWidth : 0);
  const tags = text.labels.map((label) => textWidth(label, 12) + tagPadding + cellPadding);
  const needed = Math.ceil(Math.max(heading, ...tags));
  const least = flexible.includes(kind) ? narrowestText : usual;
  return { key, least: Math.max(least, needed), width: Math.max(usual, needed) };
}

const sumOf = (columns: readonly Size[], part: 'least' | 'width'): number =>
  columns.reduce((sum, column) => sum + column[part], 0);

/**
 * Narrows texts so that one more column fits, and gives the columns that fit all the room, so that none is cut where the
 * window ends; the others follow by scrolling.
 */
function fitColumns(sizes: readonly Size[], room: number, widest: string | undefined): Size[] {
  if (sumOf(sizes, 'width') <= room) return [...sizes];
  let count = sizes.length;
  while (count > 1 && sumOf(sizes.slice(0, count), 'least') > room) count -= 1;
  const fitting = sizes.slice(0, count);
  const slack = Math.max(0, room - sumOf(fitting, 'least'));
  const span = sumOf(fitting, 'width') - sumOf(fitting, 'least');
  const share = span > 0 ? Math.min(1, slack / span) : 0;
  const rest = Math.max(0, slack - span);
  return sizes.map((column, index) => {
    if (index >= count) return column;
    const width = Math.floor(column.least + (column.width - column.least) * share);
    return { ...column, width: column.key === widest ? width + rest : width };
  });
}

/** Lays out the columns in the room there is: pinned ones keep their width, and one free column takes the remaining width. */
export function placeColumns(
  definition: ResourceDefinition,
  names: readonly string[],
  { widths: own, pins }: Pick<ListLayout, 'widths' | 'pins'>,
  { room, textOf }: { room: number | null; textOf: (name: string) => ColumnText },
): PlacedColumn[] {
  const free = names.filter((key) => !pins[key] && !own[key]);
  const widest =
    free.find((key) => key === definition.title) ??
    free.find((key) => ['text', 'long_text', 'relations', 'tags'].includes(definition.fields[key]?.kind ?? '')) ??
    free.at(-1);
  const sizes = names.map((key, index) => sizeOf(definition, key, { index, own: own[key], text: textOf(key) }));
  // Who pinned or resized columns arranged them for scrolling.
  const isOwn = free.length < names.length;
  const fitted = room === null || isOwn ? sizes : fitColumns(sizes, room - checkWidth - menuWidth, widest);
  const placed = fitted.map(({ key, width }): PlacedColumn => ({
    key,
    width,
    pin: pins[key] ?? null,
    offset: 0,
    stretches: key === widest,
  }));
  let left = checkWidth;
  for (const column of placed.filter(({ pin }) => pin === 'left')) {
    column.offset = left;
    left += column.width;
  }
  let right = menuWidth;
  for (const column of placed.filter(({ pin }) => pin === 'right').reverse()) {
    column.offset = right;
    right += column.width;
  }
  return placed;
}
