import { formatDuration } from '@kaike/shared/kit/format';
import { parseYuan } from '@kaike/shared/kit/text/parse-yuan';
import type { Field, Fields } from '@kaike/shared/kit/field';
import { isUnreadable, kinds } from '@kaike/shared/kit/kinds';
import type { Locale } from '@kaike/shared/locales/languages';
import type { Translate } from '@kaike/shared/kit/wording';
import { everyTranslator } from '../../core/wording.ts';
import type { Label, Row, Values } from '../behaviour.ts';
import { timeWriter } from './zone-days.ts';

export type SheetCellContext = {
  t: Translate;
  locale: Locale;
  time_zone: string;
  resource: string;
  /** Choices that the definition leaves open, by field. */
  open_choices?: Readonly<Partial<Record<string, readonly Label[]>>> | undefined;
};
export type Cell = string | number | boolean | null;

/** Cached labels, by translator: a sheet needs the same few a hundred thousand times. */
const cachedLabels = new WeakMap<Translate, Map<string, string>>();

/** The wording of a choice: the resource's own, else the common one, else its key. */
export function choiceLabel(t: Translate, resource: string, choice: { field: string; key: string }): string {
  const labels = cachedLabels.get(t) ?? new Map<string, string>();
  cachedLabels.set(t, labels);
  const path = `${resource}.${choice.field}.${choice.key}`;
  const cached = labels.get(path);
  if (cached !== undefined) return cached;
  const label = findLabel(t, resource, choice);
  labels.set(path, label);
  return label;
}

function findLabel(t: Translate, resource: string, choice: { field: string; key: string }): string {
  const candidates = [
    `resources.${resource}.choices.${choice.field}.${choice.key}`,
    `choices.${choice.field}.${choice.key}`,
    `fields.choices.${choice.field}.${choice.key}`,
  ];
  for (const candidate of candidates) {
    const text = t(candidate);
    if (text !== candidate) return text;
  }
  return choice.key;
}

/** Writes the values of one field, none of which is null. */
type Writer = (value: unknown, row: Row) => Cell;
type Column = { key: string; field: Field };

function choiceWriter({ t, resource, open_choices: open }: SheetCellContext, { key, field }: Column): Writer {
  const labels = new Map<unknown, string>(open?.[key]?.map((choice) => [choice.value, choice.label]));
  for (const choice of field.choices ?? [])
    labels.set(choice.value, choiceLabel(t, resource, { field: key, key: choice.key }));
  return (value) => labels.get(value) ?? String(value);
}

function labelWriter(_: SheetCellContext, { key }: Column): Writer {
  return (value, row) => {
    const labels = row['labels'] as Record<string, string | string[]> | undefined;
    const label = labels?.[key] ?? value;
    return Array.isArray(label) ? label.join('，') : (label as Cell);
  };
}

function booleanWriter({ t }: SheetCellContext): Writer {
  const [yes, no] = [t('fields.boolean.yes'), t('fields.boolean.no')];
  return (value) => (value ? yes : no);
}

/** Kinds that sheets show otherwise than the database stores them. */
const writers: Partial<Record<Field['kind'], (context: SheetCellContext, column: Column) => Writer>> = {
  choice: choiceWriter,
  relation: labelWriter,
  relations: labelWriter,
  money: () => (value) => Number(value) / 100,
  duration: () => (value) => formatDuration(Number(value)),
  date_time: ({ time_zone }) => timeWriter(time_zone),
  boolean: booleanWriter,
  tags: () => (value) => (value as string[]).join('，'),
  json: () => (value) => JSON.stringify(value),
};
const writeStored: Writer = (value) => value as Cell;

/**
 * How a sheet shows a field of a row: labels instead of ids, yuan instead of fen, times in the reader's zone. Made once for many rows, as
 * finding words and zones costs more than writing a cell.
 */
export function cellWriter(context: SheetCellContext, { key, field }: Column): (row: Row) => Cell {
  const write = writers[field.kind]?.(context, { key, field }) ?? writeStored;
  return (row) => {
    const value = row[key];
    return value === null || value === undefined ? null : write(value, row);
  };
}

/** A sheet may come from a colleague who reads another language. */
function fromChoice(context: SheetCellContext, key: string, { field, text }: { field: Field; text: string }): unknown {
  const { choices = [] } = field;
  const findIn = (t: Translate) =>
    choices.find((choice) => choiceLabel(t, context.resource, { field: key, key: choice.key }) === text);
  for (const t of everyTranslator(context.t)) {
    const match = findIn(t);
    if (match) return match.value;
  }
  return choices.find((choice) => choice.key === text)?.value ?? text;
}

function fromBoolean(context: SheetCellContext, text: string): boolean | null {
  for (const t of everyTranslator(context.t)) {
    if (text === t('fields.boolean.yes')) return true;
    if (text === t('fields.boolean.no')) return false;
  }
  return null;
}

function fromCell(context: SheetCellContext, key: string, { field, value }: { field: Field; value: unknown }): unknown {
  if (value === null || value === undefined || value === '') return value === null ? undefined : value;
  const text = String(value).trim();
  if (field.kind === 'choice') return fromChoice(context, key, { field, text });
  // Numbers of a sheet carry the binary fraction; a fen is exact.
  if (field.kind === 'money') return typeof value === 'number' ? Math.round(value * 100) : (parseYuan(text) ?? text);
  if (field.kind === 'boolean') return fromBoolean(context, text) ?? value;
  return value;
}

/** A row of a sheet as input of the definition's fields; relations still hold the texts people typed. */
export function fromCells(context: SheetCellContext, fields: Fields, row: Values): Values {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => {
      const field = fields[key];
      return [key, field ? fromCell(context, key, { field, value }) : value];
    }),
  );
}

/** Texts that refer to rows of another resource and are not resolved yet. */
export function relationTexts(field: Field, value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  const parts = field.kind === 'relations' ? (Array.isArray(value) ? value : String(value).split(/[,，、]/)) : [value];
  return parts
    .map((part) => String(part).trim())
    .filter((part) => part !== '' && isUnreadable(kinds.integer.read(part, field)));
}
