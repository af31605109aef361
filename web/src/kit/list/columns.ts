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
const widthOf = (kind: FieldKind, index: number): number => widths[kind] ?? (index < 2 ? 180 : 136);

/** Lays out the columns: pinned ones keep their width, and one free column takes the remaining width. */
export function placeColumns(
  definition: ResourceDefinition,
  names: readonly string[],
  { widths: own, pins }: Pick<ListLayout, 'widths' | 'pins'>,
): PlacedColumn[] {
  const placed = names.map((key, index): PlacedColumn => ({
    key,
    width: own[key] ?? widthOf(definition.fields[key]?.kind ?? 'text', index),
    pin: pins[key] ?? null,
    offset: 0,
    stretches: false,
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
  const free = placed.filter(({ key, pin }) => !pin && !own[key]);
  const widest =
    free.find(({ key }) => key === definition.title) ??
    free.find(({ key }) => ['text', 'long_text', 'relations', 'tags'].includes(definition.fields[key]?.kind ?? '')) ??
    free.at(-1);
  if (widest) widest.stretches = true;
  return placed;
}
