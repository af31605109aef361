import type { FieldKind } from '@kaike/shared/kit/field';
import type { ListLayout } from '@kaike/shared/kit/list-layout';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { ColumnNeed } from './column-text.ts';

/** A column's position on screen, in pixels. `offset` is the distance of a pinned one from its edge. */
export type PlacedColumn = {
  key: string;
  width: number;
  pin: 'left' | 'right' | null;
  offset: number;
  stretches: boolean;
};
/** The columns that are shown, the names of those there was no room for, and whether nothing has to be scrolled sideways. */
export type PlacedColumns = { columns: PlacedColumn[]; folded: string[]; fits: boolean; menu_width: number };

export const checkWidth = 44;
export const menuWidth = 48;

const widths: Partial<Record<FieldKind, number>> = {
  id: 76,
  image: 76,
  date_time: 148,
  choice: 72,
  boolean: 64,
  integer: 72,
  decimal: 80,
  money: 108,
  duration: 96,
  bytes: 88,
  mobile: 132,
  date: 108,
};
const texts: readonly FieldKind[] = ['text', 'long_text', 'relation', 'relations', 'tags', 'email', 'url'];
/** A text before its rows are there; prose is shortened below this only where its heading and content are. */
const [usualText, titleText, narrowestText, widestText] = [136, 200, 64, 480];

type Size = { key: string; least: number; wish: number; is_text: boolean; /** Never left out. */ stays?: boolean };

/** What a column needs, and what it would like. */
function sizeOf({ fields, title }: ResourceDefinition, key: string, need: ColumnNeed, own: number | undefined): Size {
  const kind = fields[key]?.kind ?? 'text';
  const isText = texts.includes(kind);
  if (own) return { key, least: own, wish: own, is_text: false };
  const { heading, content, is_whole } = need;
  if (!isText) {
    const least = Math.max(widths[kind] ?? usualText, heading);
    return { key, least, wish: least, is_text: false };
  }
  const usual = key === title ? titleText : usualText;
  const wish = Math.max(heading, Math.min(content ?? usual, widestText), narrowestText);
  return { key, least: is_whole ? wish : Math.max(heading, Math.min(wish, usual)), wish, is_text: true };
}

const sumOf = (sizes: readonly Size[], part: 'least' | 'wish'): number =>
  sizes.reduce((sum, size) => sum + size[part], 0);

/**
 * The width of each column that fits. Columns are in order of worth: those without room are left out from the end, so
 * that none is cut, but for one that stays; the room to spare goes to the texts, first to those that are shortened.
 */
export function fitColumns(sizes: readonly Size[], room: number): { key: string; width: number }[] {
  let fitting = sizes;
  for (const size of sizes.slice(1).toReversed())
    if (!size.stays && sumOf(fitting, 'least') > room) fitting = fitting.filter((one) => one !== size);
  const slack = Math.max(0, room - sumOf(fitting, 'least'));
  const shortage = sumOf(fitting, 'wish') - sumOf(fitting, 'least');
  const share = shortage > 0 ? Math.min(1, slack / shortage) : 0;
  const growing = fitting.some((size) => size.is_text) ? fitting.filter((size) => size.is_text) : fitting;
  const extra = Math.max(0, slack - shortage) / growing.length;
  return fitting.map((size) => ({
    key: size.key,
    width: Math.floor(size.least + (size.wish - size.least) * share + (growing.includes(size) ? extra : 0)),
  }));
}

function placePins(columns: PlacedColumn[], menu: number): PlacedColumn[] {
  let left = checkWidth;
  for (const column of columns.filter(({ pin }) => pin === 'left')) {
    column.offset = left;
    left += column.width;
  }
  let right = menu;
  for (const column of columns.filter(({ pin }) => pin === 'right').reverse()) {
    column.offset = right;
    right += column.width;
  }
  return columns;
}

/** Lays out the columns in the room there is. Who pinned columns, or wants all of them, scrolls sideways. */
export function placeColumns(
  definition: ResourceDefinition,
  names: readonly string[],
  { widths: own, pins, overflow }: Pick<ListLayout, 'widths' | 'pins' | 'overflow'>,
  {
    room,
    needOf,
    verb = 0,
  }: {
    room: number | null;
    needOf: (name: string) => ColumnNeed;
    /** Room of what comes next for a row. */ verb?: number;
  },
): PlacedColumns {
  const free = names.filter((key) => !pins[key] && !own[key]);
  // The state of a row says what may be done with it.
  const sizes = names.map((key) => ({
    ...sizeOf(definition, key, needOf(key), own[key]),
    stays: key === definition.status?.field,
  }));
  const menu = menuWidth + verb;
  const inside = (room ?? 0) - checkWidth - menu;
  const scrolls = names.some((key) => pins[key]) || overflow === 'scroll';
  const folds = room !== null && (!scrolls || sumOf(sizes, 'least') <= inside);
  const fitted = folds ? fitColumns(sizes, inside) : sizes.map(({ key, least }) => ({ key, width: least }));
  const visibleKeys = fitted.map(({ key }) => key);
  const stretched =
    free.find((key) => visibleKeys.includes(key) && texts.includes(definition.fields[key]?.kind ?? 'text')) ??
    free.filter((key) => visibleKeys.includes(key)).at(-1);
  const columns = fitted.map(({ key, width }): PlacedColumn => ({
    key,
    width,
    pin: pins[key] ?? null,
    offset: 0,
    stretches: key === stretched,
  }));
  const folded = names.filter((key) => !visibleKeys.includes(key));
  return { columns: placePins(columns, menu), folded, fits: folds, menu_width: menu };
}
