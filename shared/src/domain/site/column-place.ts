import type { Choice } from '../../kit/field.ts';

export const columnPositionChoices = [
  { value: 'home', key: 'home' },
  { value: 'course', key: 'course' },
  { value: 'article', key: 'article' },
] as const satisfies readonly Choice<string>[];

/** Layout of a column's items; `auto` leaves it to the page. */
export const columnStyleChoices = [
  { value: 'auto', key: 'auto' },
  { value: 'grid', key: 'grid' },
  { value: 'strip', key: 'strip' },
  { value: 'large', key: 'large' },
] as const satisfies readonly Choice<string>[];

export const columnTypeChoices = [
  { value: 'list', key: 'list' },
  { value: 'banner', key: 'banner' },
  { value: 'link', key: 'link' },
] as const satisfies readonly Choice<string>[];
