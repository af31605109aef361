import type { Field } from '@kaike/shared/kit/field';
import { truncate } from '@kaike/shared/kit/format';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { onOffOf } from '@kaike/shared/kit/rows/quick-edit';
import { numberText } from '../../fields/cells.tsx';
import type { ResourceView, ShownRow } from '../../resource-view.ts';
import type { ResourceWording } from '../../words/use-words.ts';

/** What a column must have room for, in pixels. */
export type ColumnNeed = {
  /** Its heading, the widest of its states, its sum, and what a feature draws there. */
  heading: number;
  /** Its widest value; null before there are rows. */
  content: number | null;
  /** A value of one piece, a number or a key, says nothing when it is cut; prose may be shortened. */
  is_whole: boolean;
};

const square = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;
const capital = /[A-Z@%WM]/;
const shareOf = (character: string): number => (square.test(character) ? 1 : capital.test(character) ? 0.72 : 0.64);
/** About the width of a text in pixels, rather more than less: Han characters are square. */
export const textWidth = (text: string, size: number): number =>
  [...text].reduce((sum, character) => sum + shareOf(character) * size, 0);

/** Padding of a cell, a tag's own with its dot, the arrow of a sorted heading, the button that copies or edits, and the sign before a name. */
export const cellPadding = 16;
const [tagPadding, arrowWidth, toolWidth, initialWidth] = [22, 14, 28, 36];
/** A heading is a little wider than other text. */
const boldness = 2;

/** Padding and border of the button of a verb, and what is between it and the menu. */
const verbPadding = 24;
/** What the buttons of these verbs need. */
export const verbWidth = (labels: readonly string[]): number =>
  Math.ceil(Math.max(0, ...labels.map((label) => (label === '' ? 0 : textWidth(label, 13) + verbPadding))));

/** A cell drawn by a feature shows more than its value: at least this much, and this much more. */
const ownCell = { least: 120, more: 56 };
const drawnByKind = { least: 0, more: 0 };

const tagsWidth = (tags: readonly string[]): number =>
  tags.reduce((sum, tag) => sum + textWidth(tag, 12) + tagPadding, 0);

function textOf(name: string, row: ShownRow): string {
  const label = row.labels?.[name];
  if (label !== undefined) return truncate(Array.isArray(label) ? label.join('，') : String(label ?? ''), 60);
  const value = row[name];
  return typeof value === 'string' || typeof value === 'number' ? truncate(String(value), 60) : '';
}

/** `under`: the field whose value is the second line. */
function valueWidth(
  { kind, look }: Field,
  name: string,
  { row, under }: { row: ShownRow; under: string | undefined },
): number {
  const value = row[name];
  if (kind === 'tags' && Array.isArray(value)) return tagsWidth(value.map(String));
  const lines = [textWidth(textOf(name, row), 14), under ? textWidth(textOf(under, row), 12) : 0];
  return Math.max(...lines) + (look === 'person' ? initialWidth : 0);
}

const sumWidth = (field: Field | undefined, sum: number | undefined): number =>
  field && sum !== undefined ? textWidth(numberText(field, sum), 14) + cellPadding : 0;

/** Measures a column by its heading, its states and the rows on screen. */
export function needOf(
  { fields, list }: ResourceDefinition,
  name: string,
  {
    rows,
    sums,
    words,
    view,
  }: {
    rows: readonly ShownRow[];
    sums: Readonly<Record<string, number>> | null;
    words: ResourceWording;
    view: ResourceView;
  },
): ColumnNeed {
  const field = fields[name];
  const heading =
    textWidth(words.field(name), 13) + boldness + cellPadding + (list.sort?.includes(name) ? arrowWidth : 0);
  const states = (field?.choices ?? []).map(({ key }) => tagsWidth([words.choice(name, key)]) + cellPadding);
  const tools =
    list.copy?.includes(name) || (list.quick_edit?.includes(name) && field && !onOffOf(field)) ? toolWidth : 0;
  const own = view.cells?.[name] ? ownCell : drawnByKind;
  const foot = sumWidth(field, sums?.[name]);
  return {
    heading: Math.ceil(Math.max(own.least, heading, foot, ...states)),
    content:
      rows.length === 0 || !field
        ? null
        : Math.ceil(
            Math.max(...rows.map((row) => valueWidth(field, name, { row, under: list.second_line?.[name] }))) +
              cellPadding +
              tools +
              own.more,
          ),
    is_whole: rows.every((row) => !square.test(textOf(name, row)) && !/\S\s+\S+\s+\S/.test(textOf(name, row))),
  };
}
